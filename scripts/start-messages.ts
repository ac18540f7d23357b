/** Everything `npm start` says, in the two languages of those who run it. */
export const messages = {
  startingBackend: (dataDir: string) => `启动本地 Supabase · starting the embedded Supabase (${dataDir})`,
  usingSupabase: (url: string) => `使用 Supabase · using the Supabase at ${url}`,
  building: "构建页面 · building",
  waitingForBuild: "另一个进程正在构建，稍候 · waiting for another build",
  startingApp: "启动应用 · starting the app",
  open: (url: string) => `\n落笔已就绪，请打开 · ready, open:  ${url}`,
  stopping: "正在停止 · stopping",

  dataDirInUse: (dataDir: string) =>
    `数据目录正被另一个「落笔」使用：${dataDir}\n` +
    "请先停止它，或用另外的 DATA_DIR 和 PORT 启动。\n" +
    `The data folder is in use by another start: ${dataDir}\n` +
    "Stop that one, or set DATA_DIR and PORT to others. Nothing was changed.",
  portInUse: (port: number) =>
    `端口 ${port} 已被占用，请用另外的 PORT 启动。\nPort ${port} is in use: set PORT to another one.`,
  portNotValid: (port: string) => `PORT 不是端口号 · PORT is not a port number: ${port}`,
  portNotAllowed: (port: number, reason: string) => `无法使用端口 · cannot listen on ${port}: ${reason}`,
  buildFailed: "构建失败 · the build failed",
  ended: (name: string, how: string) => `${name} 意外退出 · ended unexpectedly (${how})`,
}
