/**
 * Signs of a real person.
 * Parts of regular expressions over normalised text (see normalise.ts), where "," ends a clause and a line
 * break ends a sentence. Every repetition is bounded, so that matching stays linear.
 */

/** The rule as the model is told it. */
export const RULE = "绝不写现实中可以辨认的真人的情色内容。"

/** Someone whom the text calls a real person, or who has a well-known office or name. */
export const REAL_PERSON = [
  "真人(?:明星|艺人|演员|偶像|同人)|(?:真实|现实)(?:中|里|世界中?|生活中|存在)?的?[^,\\n]{0,4}(?:女团|男团|偶像团体|明星|艺人|偶像|演员|歌手|网红|主播|运动员|名人|爱豆|政要|政治家)|(?:明星|艺人|偶像|演员|歌手|网红|主播|名人|爱豆|运动员|选手)本人|(?<![a-z])(?:rps|deepfakes?)(?![a-z])",
  "国家领导人|国家主席|总书记|现任(?:总统|首相|总理|国王|女王|主席)|领袖本人",
  "特朗普|拜登|普京|泽连斯基|马克龙|默克尔|奥巴马|金正恩|安倍晋三|习近平|马斯克|扎克伯格|比尔盖茨|贝索斯|哈里斯副总统|梅拉尼娅|(?<![a-z])(?:donald\\strump|joe\\sbiden|putin|obama|elon\\smusk)(?![a-z])",
]
/** Signs of a real person that fiction also uses: they count only next to explicit content. */
export const PERHAPS_REAL_PERSON = [
  // Well-known names. No list is complete: the classifier and the prompt cover the rest.
  "泰勒斯威夫特|霉霉|贾斯汀比伯|爱丽安娜|蕾哈娜|碧昂丝|金卡戴珊|艾玛沃森|斯嘉丽约翰逊|安吉丽娜朱莉|汤姆克鲁斯|莱昂纳多迪卡普里奥|梅西(?!耶)|内马尔|姆巴佩|贝克汉姆|勒布朗詹姆斯|科比布莱恩特|姚明|刘翔|谷爱凌|孙颖莎|马龙(?!白)|张继科|郎平|成龙(?![头配])|李连杰|甄子丹|刘德华|周杰伦|林俊杰|邓紫棋|王菲|章子怡|巩俐|范冰冰|李冰冰|杨幂|刘亦菲|赵丽颖|迪丽热巴|古力娜扎|唐嫣|孙俪|周迅|汤唯|舒淇|林志玲|高圆圆|鞠婧祎|关晓彤|欧阳娜娜|张柏芝|蔡徐坤|王一博|肖战(?!争|场|士|斗|略|术)|易烊千玺|王俊凯|鹿晗|吴亦凡|张艺兴|华晨宇|马云|马化腾|雷军|董明珠|任正非|王思聪|李佳琦|(?<![a-z])(?:taylor\\sswift|emma\\swatson|beyonce|ariana\\sgrande|justin\\sbieber|lionel\\smessi|ronaldo|beckham)(?![a-z])",
  "(?:是|有|为)真人|真人(?=[,\\n]|$|名字|姓名|原型)|真有其人|确有其人|真有这个人|以[^,\\n]{1,8}为原型|川普|希拉里|真名|真实姓名|实名(?!制)|用[^,\\n]{0,6}的名字|换脸|真实的?(?:男|女|小)?(?:同学|同事|老师|邻居|人物)|现实(?:中|里|生活中)的(?:男|女)?(?:同学|同事|老师|邻居|人物)|(?:美国|法国|俄罗斯|韩国|日本|英国|中国|德国|印度)(?:总统|首相|总理|国王|女王|天皇|主席)|(?<![a-z])(?:trump|biden|real\\sperson|celebrit(?:y|ies))(?![a-z])",
]
