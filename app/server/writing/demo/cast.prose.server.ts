/** Who and where the demo writer's story can be about. */
export const HEROES = ["林知微", "沈青梧", "许南乔", "顾言溪", "苏晚照", "江停云", "温如许", "白露生"]
export const FRIENDS = ["周叙白", "陆行舟", "宋砚秋", "程望川", "叶怀远", "韩既明", "梁渡", "裴景初"]
export const ELDERS = ["钟老先生", "罗伯", "方老先生", "秦馆长", "葛老师傅", "孟先生"]
export const TOWNS = ["青石镇", "南浦", "临渡", "白鹭湾", "云溪", "乌桥", "柳叶渚", "旧水关"]

/** What the demo writer calls its story. */
export const TITLES = ["{k}的后半截", "寻找{k}", "{town}的手稿", "没有写完的{k}", "{k}与旧书铺"]

/** In the place of the visitor's words where a request has none that can be quoted. */
export const FALLBACK_WORDS = ["归途", "灯火", "渡口", "来信"]

/** Ends a sentence that was cut off where nothing else is known about it. */
export const BROKEN_OFF = "……话到这里，又停住了。"
