import {
  type AccountFailure,
  type DeletionFailure,
  type LinkType,
  PASSWORD_MIN_CHARS,
} from "#app/domain/account.ts"
import {
  AVATAR_MAX_BYTES,
  AVATAR_MAX_PIXELS,
  AVATAR_MAX_SIDE_PIXELS,
  USERNAME_MAX_CHARS,
} from "#app/domain/profile.ts"

const MIB = 1_024 * 1_024

export const account = {
  login: "登录",
  register: "注册",
  logout: "退出登录",
  close: "关闭",
  email: "邮箱",
  password: "密码",
  passwordHint: `至少 ${PASSWORD_MIN_CHARS} 个字符`,
  submitLogin: "登录",
  submitRegister: "注册",
  submitting: "请稍候…",
  forgot: "忘记密码？",
  mailInstead: "等不及的话，点下面的「忘记密码？」，用邮件里的链接就能登录。",
  resend: "重新获取确认链接",
  failed: { login: "登录失败", register: "注册失败" },
  terms: "登录或注册即表示你同意服务条款和隐私政策：作品归你所有，我们不会公开你没有分享的内容。",
  userMenu: "用户菜单",
  logoutEverywhere: "退出所有设备",
  logoutEverywhereHint: "丢了手机，或在别人的设备上登录过？这会结束你在所有设备上的登录。",
  loading: "正在读取账号…",
  noUsername: "未设置用户名",
  profileAway: "账号服务暂时连接不上，登录信息还保留着。",
  profile: "个人资料",
  myNovels: "我的小说",
  forgotPage: {
    title: "找回密码",
    text: "填写注册时的邮箱，我们会寄出一个链接，用它来设置新密码。",
    submit: "发送链接",
    sent: "如果这个邮箱注册过，链接已经寄出。请查收邮件，链接一小时内有效。",
    newestIsGood: "如果邮箱里已经有我们寄出的链接，最新的一封一小时内都能用。",
    back: "返回登录",
  },
  confirmPage: {
    submit: "确认并继续",
    stillGood: "邮件里的链接没有用掉，到时候再点一次按钮就行。",
    incomplete: "这个地址少了邮件链接里的一段。请从邮件里再点一次，或者重新获取一个链接。",
    login: "去登录",
  },
  /** The confirmation mail of a registration. */
  sentMail: {
    to: "邮件已寄往",
    next: "点开邮件里的链接就能登录，链接一小时内有效。",
    missing:
      "没有收到？先看看垃圾邮件箱。过一分钟还没有，可以再寄一封。已经注册过的邮箱不会收到，请直接登录或找回密码。",
    again: "再寄一封",
    sending: "正在寄出…",
    sentAgain: { title: "又寄出了一封", text: "请查收邮件中的确认链接，以最新的一封为准。" },
    tooSoon: "刚刚寄出过一封，请稍后再试。",
    wrongAddress: "邮箱写错了，返回修改",
  },
  resendPage: {
    title: "重新获取确认链接",
    text: "填写注册时的邮箱，我们会再寄一封确认邮件。",
    submit: "发送确认链接",
  },
  resetPage: {
    title: "设置新密码",
    password: "新密码",
    submit: "保存新密码",
    byLink: "请从邮件里的链接打开这一页。还没有链接，可以现在要一个。",
    byLinkOrPassword:
      "请从邮件里的链接打开这一页。你已经登录：记得现在的密码，可以直接在个人资料里修改；忘记了，就要一个链接。",
    toProfile: "去个人资料修改",
    away: "账号服务暂时连接不上，现在不能设置新密码。链接还没有用掉，请稍后再打开一次。",
  },
  changePassword: {
    title: "修改密码",
    text: "改好以后，其他设备上的登录都会结束。",
    current: "现在的密码",
    submit: "修改密码",
    failed: "没能修改密码",
    currentWrong: "现在的密码不对。",
  },
  ownData: {
    title: "带走我的数据",
    text: "小说一个文件，另一个文件里是其余的：个人资料、记忆、历史版本、草稿、回收站，和最近一天写的文字。",
    novels: "下载全部小说",
    others: "下载账号数据",
  },
  deleteAccount: {
    title: "删除账号",
    text: "账号会和名下的一切一起彻底删除：小说和它们的版本、回收站、记忆、草稿，正在写的和刚写好的文字，头像和作者页。分享出去的链接马上失效，所有设备都会退出登录。",
    kept: "你举报过的事还会有人处理，只是不再留有你的邮箱。",
    before: "想留一份的话，请先用上面的按钮下载。",
    password: "输入密码，确认是你本人",
    understood: "我明白：删除以后无法恢复",
    submit: "彻底删除账号",
    submitting: "正在删除…",
    failed: "账号没有删除",
    passwordWrong: "密码不对。",
  },
} as const

/** The texts of a mailed link's page, by type of link. */
export const confirmText: Record<LinkType, { title: string; text: string }> = {
  signup: { title: "确认邮箱", text: "点一下按钮，完成确认并登录。" },
  recovery: { title: "重设密码", text: "点一下按钮，接着设置新密码。" },
  email_change: { title: "更换邮箱", text: "点一下按钮，把账号换到这个邮箱。" },
  magiclink: { title: "登录", text: "点一下按钮，登录落笔。" },
}

export const accountFailureText: Record<AccountFailure, string> = {
  "credentials-missing": "请填写邮箱和密码",
  "credentials-wrong": "邮箱或密码不对。",
  "email-invalid": "邮箱的格式不对。",
  "email-unconfirmed": "这个邮箱还没有确认，请先点开邮件里的确认链接。",
  "email-taken": "这个邮箱不能注册，请直接登录或找回密码。",
  "password-too-short": `密码太短了，至少 ${PASSWORD_MIN_CHARS} 个字符。`,
  "password-too-long": "密码太长了，最多 72 个字节。",
  "password-weak": "密码太简单了，请换一个更长、更难猜的。",
  "link-expired": "链接无效或已过期，请重新获取一个。",
  "too-many-attempts": "尝试的次数太多了，请稍后再试。",
  "session-expired": "登录已过期，请重新登录。",
  "backend-missing": "Supabase 客户端未初始化",
  "backend-down": "账号服务暂时连接不上，请稍后再试。你写的内容都还在。",
}

/** Why an account was not deleted. */
export const deletionFailureText: Record<DeletionFailure, string> = {
  ...accountFailureText,
  "deletion-unconfirmed": "请先勾选「我明白：删除以后无法恢复」。",
  "backend-down": "账号服务暂时连接不上，请稍后再试。账号和作品都还在。",
}

export const profile = {
  title: "个人资料",
  changeAvatar: "更换头像",
  upload: "上传头像",
  avatarHint: `PNG、JPEG、WebP 或 GIF，最大 ${AVATAR_MAX_BYTES / MIB} MB`,
  email: "邮箱",
  username: "昵称",
  usernameHint: `最多 ${USERNAME_MAX_CHARS} 个字符，会显示在你分享的小说上。`,
  save: "保存",
  saving: "正在保存…",
  myNovels: "我的作品",
  retry: "重新载入",
  /** Beside the way to log in, on a page that no longer has the field. */
  typed: (typed: string) => `刚才填的还没有保存：${typed}`,
} as const

/** The titles above a failure's reason, by what failed. */
export const profileFailedTitle = {
  load: "获取个人资料失败",
  update: "更新失败",
  upload: "上传失败",
  "file-too-large": "文件过大",
} as const

export const profileFailureText = {
  "username-too-long": `昵称太长了，最多 ${USERNAME_MAX_CHARS} 个字符。`,
  "file-too-large": "头像大小不能超过2MB",
  "image-unsupported": "这个文件不是可用的图片，请换一张 PNG、JPEG、WebP 或 GIF。",
  "too-many-pixels": `这张图片的尺寸太大了：宽和高最多 ${AVATAR_MAX_SIDE_PIXELS} 像素，总共最多 ${AVATAR_MAX_PIXELS / 10_000} 万像素。请把图片缩小后再试，原来的头像没有变。`,
  "login-required": "用户未登录",
  "too-many-attempts": "上传得太频繁了，请稍后再试。你填写的昵称还在。",
  "saved-too-often": "保存得太频繁了，请稍后再试。你填写的昵称还在。",
  "backend-missing": "Supabase 客户端未初始化",
  "backend-down": "服务暂时连接不上，请稍后再试。",
} as const

/** Replaces "login-required" for uploads. */
export const avatarLoginRequiredText = "需要登录才能上传头像"
