// Plain JavaScript, so that a Node that cannot run start.ts can still say so.
if (process.features.typescript) {
  await import("./start.ts")
} else {
  console.error(`落笔需要 Node 24，这里是 ${process.version}：请用 npm start 启动，它会带上自己的 Node。`)
  console.error(
    `Luobi needs Node 24; this is ${process.version}. Start it with "npm start", which brings its own Node.`,
  )
  process.exit(1)
}
