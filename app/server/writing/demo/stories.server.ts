import { USUAL_KIND } from "./kinds/kind-words.lexicon.server.ts"
import apocalypse from "./stories/apocalypse.json" with { type: "json" }
import campus from "./stories/campus.json" with { type: "json" }
import everyday from "./stories/everyday.json" with { type: "json" }
import fairytale from "./stories/fairytale.json" with { type: "json" }
import family from "./stories/family.json" with { type: "json" }
import history from "./stories/history.json" with { type: "json" }
import mystery from "./stories/mystery.json" with { type: "json" }
import romance from "./stories/romance.json" with { type: "json" }
import scifi from "./stories/scifi.json" with { type: "json" }
import workplace from "./stories/workplace.json" with { type: "json" }
import wuxia from "./stories/wuxia.json" with { type: "json" }
import xianxia from "./stories/xianxia.json" with { type: "json" }
import { type StoryFile, type StoryScene, storyFileSchema, templateOf } from "./story-file.server.ts"
import { Template } from "./template.server.ts"
import { TemplateIndex } from "./template-index.server.ts"

/** Where a scene stands: the index of its part, and its own in that part. */
export interface StoryPlace {
  part: number
  scene: number
}

/** A paragraph of a story: its scene, and its index in that. A plain one is told whenever its scene is. */
export interface StoryTemplate {
  template: Template
  /** Among all paragraphs of the story. */
  index: number
  at: StoryPlace
  paragraph: number
  isPlain: boolean
}

/** One of the demo's stories, with its templates read. */
export class Story {
  /** Every paragraph of the story, in order. */
  readonly templates: StoryTemplate[]
  readonly byWords: TemplateIndex<StoryTemplate>
  readonly #bySource = new Map<string, Template>()

  readonly file: StoryFile

  constructor(file: StoryFile) {
    this.file = file
    this.templates = file.parts
      .flatMap(({ scenes }, part) =>
        scenes.flatMap(({ text }, scene) =>
          text.map((one, paragraph) => ({
            template: this.template(templateOf(one)),
            at: { part, scene },
            paragraph,
            isPlain: typeof one === "string",
          })),
        ),
      )
      .map((one, index) => ({ ...one, index }))
    this.byWords = new TemplateIndex(this.templates)
  }

  get kind(): string {
    return this.file.kind
  }

  get parts(): StoryFile["parts"] {
    return this.file.parts
  }

  sceneAt({ part, scene }: StoryPlace): StoryScene {
    const found = this.file.parts[part]?.scenes[scene]
    if (!found) throw new Error(`${this.kind} has no such scene`)
    return found
  }

  /** The template with this source, read once. */
  template(source: string): Template {
    const template = this.#bySource.get(source) ?? new Template(source)
    this.#bySource.set(source, template)
    return template
  }
}

export const STORIES: readonly Story[] = [
  apocalypse,
  campus,
  everyday,
  fairytale,
  family,
  history,
  mystery,
  romance,
  scifi,
  workplace,
  wuxia,
  xianxia,
].map((file) => new Story(storyFileSchema.parse(file)))

/** The story of a kind; for a kind without a story, that of everyday life. */
export function storyOfKind(kind: string): Story {
  const story = STORIES.find((one) => one.kind === kind) ?? STORIES.find((one) => one.kind === USUAL_KIND)
  if (!story) throw new Error("the demo has no story")
  return story
}
