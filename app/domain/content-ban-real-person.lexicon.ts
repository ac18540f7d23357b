/**
 * Signs of a real person.
 * Parts of regular expressions over normalised text (content-ban-normalise.ts), where "," ends a clause and a line
 * break ends a sentence. Every repetition is bounded, so that matching stays linear.
 */

/** A real person, said to be one, or known by an office or a name that everybody knows. */
export const REAL_PERSON = [
  "真人(?:明星|艺人|演员|偶像|同人)|(?:真实|现实)(?:中|里|世界中?|生活中|存在)?的?[^,\\n]{0,4}(?:女团|男团|偶像团体|明星|艺人|偶像|演员|歌手|网红|主播|运动员|名人|爱豆|政要|政治家)|(?:明星|艺人|偶像|演员|歌手|网红|主播|名人|爱豆|运动员|选手)本人|(?<![a-z])(?:rps|deepfakes?)(?![a-z])",
  "国家领导人|国家主席|总书记|现任(?:总统|首相|总理|国王|女王|主席)|领袖本人",
  "特朗普|拜登|普京|泽连斯基|马克龙|默克尔|奥巴马|金正恩|安倍晋三|习近平|马斯克|扎克伯格|(?<![a-z])(?:donald\\strump|joe\\sbiden|putin|obama|elon\\smusk)(?![a-z])",
]
/** Signs of a real person that are common in fiction as well: they need something sexual next to them. */
export const PERHAPS_REAL_PERSON = [
  "川普|希拉里|真名|真实姓名|实名(?!制)|用[^,\\n]{0,6}的名字|换脸|真实的?(?:同学|同事|老师|邻居|人物)|现实(?:中|里|生活中)的(?:同学|同事|老师|邻居|人物)|(?:美国|法国|俄罗斯|韩国|日本|英国|中国|德国|印度)(?:总统|首相|总理|国王|女王|天皇|主席)|(?<![a-z])(?:trump|biden|real\\sperson|celebrit(?:y|ies))(?![a-z])",
]
