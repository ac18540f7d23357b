import type { StartProblem } from "../supabase/local/start-problem.ts"
import type { LocalModels } from "./local-models.ts"

/** Everything that `npm start` says, in Chinese and English. */
export const messages = {
  startingBackend: (dataDir: string) => `启动本地 Supabase · starting the embedded Supabase (${dataDir})`,
  usingSupabase: (url: string) => `使用 Supabase · using the Supabase at ${url}`,
  building: "构建页面 · building",
  waitingForBuild: "另一个进程正在构建，稍候 · waiting for another build",
  startingApp: "启动应用 · starting the app",
  open: (url: string) => `\n落笔已就绪，请打开 · ready, open:  ${url}`,
  localModels: (found: LocalModels[], platform: NodeJS.Platform) =>
    [
      "\n现在由演示写手写作。这台电脑上有模型，停下后可以这样启动：",
      "The demo writer writes. There are models on this machine; stop, and start with one of them:",
      ...found.flatMap(({ server, baseURL, models }) => [
        `  ${server}: ${models.join(", ")}`,
        `    ${startLine(baseURL, models[0] ?? "", platform)}`,
      ]),
      "把 npm start 换成 npm run doctor，先查模型是否合用（会调用它几次）。",
      "With npm run doctor in place of npm start, see first whether the model will do (this calls it a few times).",
    ].join("\n"),
  stopping: "正在停止 · stopping",

  environmentNotValid: (problem: string) => `环境变量不对，什么也没有启动。\n${problem}`,
  dataDirInUse: (dataDir: string) =>
    `数据目录正被另一个「落笔」使用：${dataDir}\n` +
    "请先停止它，或用另外的 DATA_DIR 和 PORT 启动。\n" +
    `The data folder is in use by another start: ${dataDir}\n` +
    "Stop that one, or choose another DATA_DIR and PORT. Nothing was changed.",
  cannotStart: (problem: StartProblem, path: string, detail: string) => cannotStart[problem](path, detail),
  setAside: (path: string) =>
    `pg 文件夹里没有能打开的数据库，已原样移到 ${path}，现在用的是一个新的空数据库。\n` +
    `The pg folder held no database that opens. It was moved, unchanged, to ${path}, and a new, empty database was created.`,
  lostKeys: (dataDir: string) =>
    `${dataDir} 里没有 keys.json，已生成新的密钥：数据都在，但所有人都要重新登录。\n` +
    `There was no keys.json in ${dataDir}, so new keys were created. All data is there, but everybody is signed out.`,
  portInUse: (port: number) =>
    `端口 ${port} 已被占用，请用另外的 PORT 启动。\nPort ${port} is in use. Set PORT to another one.`,
  portNotValid: (port: string) => `PORT 不是端口号 · PORT is not a port number: ${port}`,
  portNotAllowed: (port: number, reason: string) => `无法使用端口 · cannot listen on ${port}: ${reason}`,
  buildFailed: "构建失败 · the build failed",
  ended: (name: string, how: string) => `${name} 意外退出 · ended unexpectedly (${how})`,
}

/** The command that starts with a model, for the usual shell of a system. */
function startLine(baseURL: string, model: string, platform: NodeJS.Platform): string {
  return platform === "win32"
    ? `$env:OPENAI_BASE_URL="${baseURL}"; $env:OPENAI_MODEL="${model}"; npm start`
    : `OPENAI_BASE_URL=${baseURL} OPENAI_MODEL=${model} npm start`
}

const cannotStart: Record<StartProblem, (path: string, detail: string) => string> = {
  "not-a-folder": (path) =>
    `DATA_DIR 不是文件夹：${path}\nDATA_DIR is not a folder: ${path}. Choose another one. Nothing was changed.`,
  "read-only": (path) =>
    `无法写入数据目录：${path}\n` +
    `The data folder cannot be written: ${path}. Allow this user to write there. Nothing was changed.`,
  "disk-full": (path) =>
    `磁盘空间不足，数据目录：${path}\n` +
    `The disk is too full for the data folder: ${path}. Free some space and start again. Nothing was deleted.`,
  "lock-damaged": (path) =>
    `锁文件已损坏：${path}\n` +
    `The lock file is damaged: ${path}. Delete it once no other start uses this folder.`,
  "keys-damaged": (path) =>
    `密钥文件已损坏：${path}\n` +
    `The keys file is damaged: ${path}. Restore it, or move it away: new keys are then created, and everybody is signed out.`,
  "database-damaged": (path, detail) =>
    `数据库无法打开：${path}\n` +
    `The database cannot be opened: ${path} (${detail}). Restore a backup, or move it away to start with an empty one.`,
  other: (path, detail) =>
    `内嵌的 Supabase 无法启动：${path}\nThe embedded Supabase cannot start: ${path} (${detail}).`,
}
