import { type Finding, note, right, wrong } from "./finding.ts"

const PUSH = "npx supabase@3.1.0 db push"
const LIST_MAX = 8

/** Everything that `npm run doctor` says of the backend, in Chinese and English. */
export const backendMessages = {
  answers: (url: string) => right(`后端有回应：${url}`, `The backend answers: ${url}`),
  silent: (url: string, cause: string) =>
    wrong(
      `后端没有回应：${url}（${cause}）。托管的项目请看是否已暂停，地址是否抄对`,
      `The backend does not answer: ${url} (${cause}). Is the hosted project paused? Is its address right?`,
      "SUPABASE_URL=https://<ref>.supabase.co",
    ),
  notSupabase: (url: string, status: number) =>
    wrong(
      `${url} 有回应（${status}），但不是 Supabase`,
      `${url} answers (${status}), but it is not a Supabase`,
      "SUPABASE_URL=https://<ref>.supabase.co",
    ),

  keysAccepted: () => right("两把密钥都被接受", "Both keys are accepted"),
  keyRefused: (name: string) =>
    wrong(
      `${name} 不被接受：它是别的项目的，或已作废。在项目的 Settings → API keys 里重新抄`,
      `${name} is refused: it is another project's, or revoked. Copy it again from the project's Settings → API keys`,
      `${name}=${name === "SUPABASE_SECRET_KEY" ? "sb_secret_…" : "sb_publishable_…"}`,
    ),
  keyOfOtherProject: (name: string, project: string, url: string) =>
    wrong(
      `${name} 属于项目 ${project}，SUPABASE_URL 却是 ${url}`,
      `${name} belongs to the project ${project}, but SUPABASE_URL is ${url}`,
      `SUPABASE_URL=https://${project}.supabase.co`,
    ),
  secretKeyIsWeak: () =>
    wrong(
      "SUPABASE_SECRET_KEY 没有 secret 密钥的权限：什么都存不了",
      "SUPABASE_SECRET_KEY has not the rights of a secret key: nothing could be stored",
      "SUPABASE_SECRET_KEY=sb_secret_…",
    ),
  publishableKeyIsStrong: () =>
    wrong(
      "SUPABASE_PUBLISHABLE_KEY 有 secret 密钥的权限：谁拿到它都能读写一切",
      "SUPABASE_PUBLISHABLE_KEY has the rights of a secret key: whoever has it reads and writes everything",
      "SUPABASE_PUBLISHABLE_KEY=sb_publishable_…",
    ),

  migrationsApplied: (count: number) =>
    right(`${count} 个迁移都已应用`, `All ${count} migrations are applied`),
  migrationsMissing: (files: string[]) =>
    wrong(
      `缺 ${files.length} 个迁移：${listed(files)}`,
      `Missing migrations (${files.length}): ${listed(files)}`,
      PUSH,
    ),
  descriptionMissing: (file: string) =>
    wrong(
      `迁移 ${file} 没有应用，所以也查不出还缺哪些`,
      `The migration ${file} is not applied, so which others are missing cannot be told`,
      PUSH,
    ),
  descriptionFailed: (cause: string) =>
    wrong(`读不出数据库里有什么（${cause}）`, `Cannot read what the database has (${cause})`, PUSH),
  noHistory: () =>
    note(
      "数据库里没有 Supabase CLI 的迁移记录，应用了哪些迁移不得而知；下面只比对表、函数和策略",
      "The database has no migration history of the Supabase CLI, so nobody can tell which were applied; only tables, functions and policies are compared",
    ),
  migrationsUnknown: (versions: string[]) =>
    note(
      `数据库里有这份代码没有的迁移：${listed(versions)}。这份代码可能比数据库旧`,
      `The database has migrations that this checkout lacks: ${listed(versions)}. The checkout may be older than the database`,
    ),
  partsMissing: (kind: SchemaPart, names: string[]) =>
    wrong(
      `数据库里少了${PARTS[kind].chinese}：${listed(names)}。迁移有记录，是后来被删的；请按 supabase/migrations 里的定义补回`,
      `The database lacks ${PARTS[kind].english}: ${listed(names)}. If their migrations are applied, somebody dropped them later; restore them as supabase/migrations defines them`,
    ),
  partsComplete: () => right("表、函数和策略一个不少", "No table, function or policy is missing"),
  rowSecurityOff: (tables: string[]) =>
    wrong(
      `这些表没有开行级安全，谁都能读写：${listed(tables)}`,
      `Row-level security is off for these tables, so everybody reads and writes them: ${listed(tables)}`,
      ...tables.map((table) => `alter table public."${table}" enable row level security;`),
    ),

  bucketRight: (id: string) => right(`存储桶 ${id} 无误`, `The bucket ${id} is right`),
  bucketMissing: (id: string) =>
    wrong(
      `没有存储桶 ${id}。它由迁移建立；若迁移都已应用，是后来被删的，请在 Storage 里重建`,
      `The bucket ${id} is missing. A migration creates it; if all are applied, somebody deleted it: create it again under Storage`,
      PUSH,
    ),
  bucketWrong: (id: string, difference: string) =>
    wrong(
      `存储桶 ${id} 的设置不对。请在 Storage 里改`,
      `The settings of the bucket ${id} are wrong. Change them under Storage`,
      difference,
    ),
  bucketsSilent: (cause: string) =>
    wrong(`读不出存储桶（${cause}）`, `Cannot read the storage buckets (${cause})`),

  strangersRefused: () =>
    right(
      "行级安全实测有效：陌生人和另一个账号读不到、改不了、删不掉一篇私密小说，也不能以别人的名义写",
      "Row-level security works when tried: a stranger and another account cannot read, change or delete a private novel, nor write in its author's name",
    ),
  strangerMay: (who: Stranger, deed: Deed) =>
    wrong(
      `${STRANGERS[who].chinese}${DEEDS[deed].chinese}。请核对策略`,
      `${STRANGERS[who].english} ${DEEDS[deed].english}. Check the policies`,
      PUSH,
    ),
  ownerMayNot: (cause: string) =>
    wrong(
      `作者自己存不了、读不到自己的小说（${cause}）。请核对策略`,
      `An author cannot save and read a novel of their own (${cause}). Check the policies`,
      PUSH,
    ),
  notTried: (cause: string) =>
    note(
      `没能建立试用账号（${cause}），所以行级安全没有实测`,
      `No trial account could be made (${cause}), so row-level security was not tried`,
    ),
  trialCutShort: () =>
    wrong(
      "实测行级安全时后端断了线，没有测完，请再来一次",
      "The backend stopped answering while row-level security was tried. Try again",
    ),
  trialAccountLeft: (email: string, cause: string) =>
    wrong(
      `试用账号 ${email} 没能删掉（${cause}），请在 Authentication → Users 里删`,
      `The trial account ${email} could not be deleted (${cause}). Delete it under Authentication → Users`,
    ),

  mailsInTerminal: () =>
    note(
      "内嵌后端不发邮件：链接印在 npm start 的终端里",
      "The embedded backend sends no mail: links are printed in the terminal of npm start",
    ),
  mailSettingsRight: () => right("邮箱注册的设置无误", "The settings for signing up by mail are right"),
  mailSettingWrong: (setting: string, value: string) =>
    wrong(
      `Authentication 里的「${setting}」不对`,
      `“${setting}” under Authentication is wrong`,
      `${setting}: ${value}`,
    ),
  siteUrl: (url: string) => right(`邮件里的链接通向 ${url}`, `Mailed links lead to ${url}`),
  siteUrlWrong: (url: string, appOrigin: string) =>
    wrong(
      `邮件里的链接通向 ${url}，而 APP_ORIGIN 是 ${appOrigin}`,
      `Mailed links lead to ${url}, but APP_ORIGIN is ${appOrigin}`,
      `APP_ORIGIN=${appOrigin} npx supabase@3.1.0 config push`,
    ),
  originUnset: () =>
    wrong(
      "没有设 APP_ORIGIN：它应是对外的网址，与 Supabase 的 Site URL 相同",
      "APP_ORIGIN is not set: it should be the public address, the same as Supabase's Site URL",
      "APP_ORIGIN=https://…",
    ),
  redirectsOpen: () =>
    wrong(
      "Redirect URLs 连陌生网址也放行；本应用不需要任何一条",
      "Redirect URLs let any address pass; the app needs none",
      "Authentication → URL Configuration → Redirect URLs: (none)",
    ),
  codeLength: (length: number, wanted: number) =>
    length >= wanted
      ? right(`邮件里的验证码有 ${length} 位`, `Mailed codes have ${length} digits`)
      : wrong(
          `邮件里的验证码只有 ${length} 位，链接也就这么容易猜`,
          `Mailed codes have only ${length} digits, and links are as easy to guess`,
          `Email OTP length: ${wanted}`,
        ),
  linksUnknown: (cause: string) =>
    note(
      `邮件链接问不出来（${cause}），请手动核对 Site URL、Redirect URLs 和验证码位数`,
      `Cannot ask about mailed links (${cause}): check Site URL, Redirect URLs and the length of codes by hand`,
    ),
  checkByHand: (expirySeconds: number) =>
    note(
      "这些问不到，请在控制台核对，或用 supabase config push 一次设好",
      "These cannot be asked. Look at them in the dashboard, or set all with supabase config push",
      `Email OTP expiration: ${expirySeconds}`,
      "Secure email change: on",
      "Minimum password length: 8",
      "Email templates: supabase/templates/*.html",
      "SMTP: your own server",
    ),
} satisfies Record<string, (...facts: never[]) => Finding>

export type SchemaPart = "tables" | "functions" | "policies"
export type Stranger = "visitor" | "account"
export type Deed = keyof typeof DEEDS

const PARTS: Record<SchemaPart, { chinese: string; english: string }> = {
  tables: { chinese: "表", english: "tables" },
  functions: { chinese: "函数", english: "functions" },
  policies: { chinese: "行级安全策略", english: "row-level security policies" },
}

const STRANGERS: Record<Stranger, { chinese: string; english: string }> = {
  visitor: { chinese: "没登录的陌生人", english: "A stranger without an account" },
  account: { chinese: "别的账号", english: "Another account" },
}

const DEEDS = {
  reads: { chinese: "读到了一篇私密小说", english: "read a private novel" },
  "reads-profile": { chinese: "读到了别人的资料", english: "read somebody's profile" },
  changes: { chinese: "改动了别人的小说", english: "changed another's novel" },
  deletes: { chinese: "删掉了别人的小说", english: "deleted another's novel" },
  forges: { chinese: "以别人的名义存了小说", english: "saved a novel in another's name" },
}

function listed(names: string[]): string {
  const more = names.length - LIST_MAX
  return names.slice(0, LIST_MAX).join(", ") + (more > 0 ? ` … (+${more})` : "")
}
