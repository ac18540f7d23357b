// JavaScript: a Node that cannot run start.ts has to be told so in words.
if (process.features.typescript) {
  await import("./start.ts")
} else {
  console.error(`落笔需要 Node 24，这里是 ${process.version}：请用 npm start 启动，它会带上自己的 Node。`)
  console.error(`Node 24 is needed, this is ${process.version}: use "npm start", which brings its own.`)
  process.exit(1)
}
