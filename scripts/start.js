// Plain JavaScript, so that a Node that cannot run start.ts can still say so.
if (process.features.typescript) {
  await import("./start.ts")
} else {
  console.error(
    `落笔需要 Node 24，这里是 ${process.version}：请先运行 npm ci（它会带来 Node 24），再运行 npm start。`,
  )
  console.error(
    `Luobi needs Node 24; this is ${process.version}. Run "npm ci", which brings it, and then "npm start".`,
  )
  process.exit(1)
}
