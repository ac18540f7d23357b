import { fileOf, LOOKS } from "./picture.ts"
import type { Scene } from "./scenes.ts"

const TITLES = ["light", "dark", "light, without script", "dark, without script"]

/** The page in docs/screenshots that shows every picture. */
export function indexOf(scenes: readonly Scene[]): string {
  return `# Screenshots

Written by \`npm run screenshots\`, which makes the pictures with a scripted model. Each shows one state at 360, 390, 768 and 1280 px.
${scenes.map(sectionOf).join("")}`
}

function sectionOf(scene: Scene): string {
  const [first, ...others] = LOOKS.filter(({ script }) => script || !scene.needsScript).map((look) => ({
    file: fileOf(scene, look),
    title: TITLES[LOOKS.indexOf(look)],
  }))
  const links = others.map(({ file, title }) => `[${title}](${file})`).join(" · ")
  const none = scene.needsScript ? `\n\nNo picture without script: ${scene.needsScript}.` : ""
  return `
## ${scene.name}

${scene.caption}.${none}

![${scene.caption}](${first?.file})

${links}
`
}
