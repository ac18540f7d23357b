/**
 * What models write beside a story, by kind. Written without a look at the engine's own lists, so that a
 * filter that knows only its own sentences fails here.
 */

/** Sentences before a story. */
export const OPENINGS = {
  agreeing: [
    "好嘞！那我就顺着上一段的气氛往下写啦。",
    "嗯，明白你的意思了，我把这一部分的节奏放慢一些来写。",
    "没问题，按您说的，这部分我控制在九百字上下。",
    "OK，接下来我按照提纲的第二部分展开情节。",
    "可以的，我会延续前文的人称和语气来续写。",
    "收到您的需求，现在为您呈上这一段的正文。",
  ],
  announcing: [
    "根据提纲，这一部分主要推进两人的关系，正文如下。",
    "下文承接上一节，从雨夜写起：",
    "这是按照您的要求创作的新章节，请过目。",
    "为您续写的内容如下，共十个段落。",
    "以下内容严格依照提纲的情节安排展开。",
    "按要求，本部分约九百字，直接从场面写起。",
  ],
  labels: [
    "标题：《雨夜来信》",
    "字数要求：约900字",
    "写作思路：先写环境，再写人物，最后留下悬念。",
    "本节要点：人物出场，矛盾初现。",
    "类型：悬疑　篇幅：短篇　视角：第三人称",
    "【场景一】",
  ],
  english: [
    "Alright, picking up right where the last part left off:",
    "Understood. I'll write this section in about ten paragraphs.",
    "Here's part two of the outline, written in Chinese as requested.",
    "Below is the requested section of the novel.",
    "Got it! This is the story text you asked for.",
  ],
  echoes: [
    "<要求>\n雨夜，旧书店的店主收到一封没有署名的信\n</要求>",
    "【提纲】\n1. 〔现在写〕人物出场｜450",
    "【格式】只输出小说正文。",
    "<刚写完的部分>",
    "现在写提纲第 2 部分，写约 900 字，大约 10 个段落。",
    "【前文人物】林晚、沈青梧（称呼照用，不要改名）",
    "只输出新的正文。",
  ],
} as const satisfies Record<string, readonly string[]>

/** Sentences after a story. */
export const CLOSINGS = {
  offering: [
    "需要我接着把后面的情节也写出来吗？",
    "要是觉得节奏太慢，我可以再改一版紧凑些的。",
    "您看这个走向合适吗？不合适的话我马上调整。",
    "如果对人物设定有别的想法，随时跟我说，我再修改。",
    "欢迎提出修改意见，我会据此继续完善后续章节。",
  ],
  summing: [
    "（以上为第二部分，后续情节将在下一部分展开。）",
    "注：本部分约九百字，已按提纲收在悬念处。",
    "创作说明：这一节着重刻画环境，用雨声暗示人物的心情。",
    "本章通过对话推进情节，为结局埋下了伏笔。",
    "【本段字数】约 905 字",
    "（第二部分到此，共计约八百八十字）",
  ],
  announcing: [
    "下一部分预告：信里的秘密将被揭开，敬请期待。",
    "未完，请看下一章。",
    "接下来的情节，请等待下一部分的更新。",
    "——本章完，下章更精彩——",
  ],
  english: [
    "Let me know if you'd like me to continue with the next part!",
    "(Word count: approximately 900 characters)",
    "Hope this matches the tone you were looking for. I can revise it if needed.",
    "Note: the next section will resolve the conflict.",
    "End of part 2.",
  ],
  echoes: ["</刚写完的部分>", "只输出新的正文。", "【材料】", "</正文要求>"],
} as const satisfies Record<string, readonly string[]>

/** Pairs of tags between which models think. */
export const THOUGHT_TAGS: readonly (readonly [string, string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<thoughts>", "</thoughts>"],
  ["<reasoning>", "</reasoning>"],
  ["<Reflection>", "</Reflection>"],
  ["<scratchpad>", "</scratchpad>"],
  ["<inner_monologue>", "</inner_monologue>"],
  ["<seed:think>", "</seed:think>"],
  ["<longcat_think>", "</longcat_think>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<|think|>", "<|/think|>"],
  ["◁think▷", "◁/think▷"],
  ["[THINK]", "[/THINK]"],
  ["[思考]", "[/思考]"],
  ["【思考】", "【/思考】"],
  ["【思考过程】", "【思考结束】"],
  ["<思考>", "</思考>"],
  ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
  [
    "<|channel|>commentary<|message|>",
    "<|end|><|start|>assistant<|channel|>final <|constrain|>text<|message|>",
  ],
  ["analysis", "assistantfinal"],
]

/** Control tokens before an answer and after it; what follows the latter belongs to a turn that nobody asked for. */
export const CONTROL_TOKENS: readonly (readonly [string, string])[] = [
  [
    "<|im_start|>assistant\n",
    "<|im_end|>\n<|im_start|>user\n继续<|im_end|>\n<|im_start|>assistant\n好的，我接着写。",
  ],
  ["", "<|endoftext|>第二个故事：从前有座山，山上有座庙。"],
  ["", "</s>"],
  ["<s>", "</s><s>[INST] 再写一段 [/INST] 这是再写的一段。"],
  ["[/INST] ", ""],
  [
    "<|start_header_id|>assistant<|end_header_id|>\n\n",
    "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n写得不错",
  ],
  ["<start_of_turn>model\n", "<end_of_turn>\n<start_of_turn>user\n谢谢"],
  ["<|assistant|>\n", "<|user|>\n下一段呢"],
  ["<｜Assistant｜>", "<｜end▁of▁sentence｜><｜User｜>接着写"],
  ["<|channel|>final<|message|>", "<|return|>"],
  ["<answer>\n", "\n</answer>"],
  ["<response>", "</response>"],
  ["<|begin_of_solution|>\n", "\n<|end_of_solution|>"],
  ["<|START_RESPONSE|>", "<|END_RESPONSE|><|END_OF_TURN_TOKEN|>"],
  ["[gMASK]<sop>", "<eod>"],
  ["<p>", "</p>"],
  ["", "<|reserved_special_token_12|>"],
  ["<bos>", "<eos><pad><pad><pad>"],
]

/** How models decline. The first of each pair opens the answer; some go on in a second paragraph. */
export const REFUSALS = {
  chinese: [
    "抱歉，这个故事里的某些情节我没办法替你写出来，换一个题材可以吗？",
    "很抱歉，我不太适合续写这类题材。\n如果您愿意，我们可以换个方向，比如写一写她后来的生活。",
    "对不起，您的请求涉及不恰当的内容，我不能继续生成。",
    "作为一个人工智能助手，我需要遵守内容安全规范，因此不便写出您描述的情节。",
    "这个请求违反了我的使用准则，恕我不能完成。",
    "我注意到您希望描写的内容可能不合适，所以我选择不写这一段。要不要试试别的主题？",
    "你好，这个问题我暂时无法回答，让我们换个话题再聊聊吧。",
    "非常感谢您的信任，不过这类内容超出了我能够提供的范围，请您谅解。",
    "作为AI语言模型，我还没学会创作这样的内容，您可以向我提一些其他的要求，我会尽力帮您完成的。",
    "我理解您想看到更激烈的冲突，但我无法撰写这部分内容。我可以帮您：\n1. 把冲突改成对话\n2. 换一个结局",
    "您输入的内容可能包含敏感信息，请修改后重试。",
    "尊敬的用户您好，让我们换个话题再聊聊吧。",
    "这个我写不了。涉及的内容不符合相关法律法规，请换一个要求。",
  ],
  english: [
    "I'm sorry, but I can't help with that request.",
    "I can't continue this story in the direction you've described. I'd be happy to take it somewhere else.",
    "I apologize, but I'm not able to write this kind of content. Would you like me to try a different scene?",
    "As an AI language model, I must decline to generate this material.",
    "Unfortunately this falls outside what I'm able to create under my guidelines.",
    "I won't write this one. If you'd like, I could suggest another premise.",
    "I'm not comfortable writing this scene, but I can offer an alternative version.",
    "This request goes against our usage policies, so I cannot fulfill it.",
    "Sorry, I’m unable to assist with creating that.",
  ],
  mixed: [
    "I'm sorry, but I cannot continue with this. 抱歉，这部分内容我无法续写。",
    "Sorry，这个题材我不能写，我们换一个吧。",
    "抱歉，I can't write content like this. 如果需要，我可以换一种写法。",
  ],
} as const satisfies Record<string, readonly string[]>

/** Harmless passages of stories in which somebody speaks as a declining assistant does, or of texts. */
export const NO_REFUSALS: readonly string[] = [
  "“抱歉，我不能帮你写这封信。”她把笔放下，看着窗外的雨。\n他没有再求她，只把信纸折起来，放回了口袋。",
  "抱歉，我不能再写下去了。手冻得握不住笔，灯油也快烧干了，门外的雪还在下，母亲在里屋咳了一声。",
  "机器人停在门口，胸前的灯一明一灭：“很抱歉，我无法完成您的请求。作为人工智能助手，我必须遵守规定。”\n老人摇了摇头，自己提起水桶走了。",
  "对不起，我没有办法完成这部小说。编辑在电话那头沉默了很久，最后只说了一句，稿费不用退了。",
  "我无法继续写这个故事。\n写到这里，祖父的日记断了，后面三页被撕得整整齐齐。我合上本子，下楼去找父亲。",
  "墙上贴着告示：很抱歉，因设备检修，本馆暂时无法提供借阅服务，敬请谅解。底下的日期是三年前的。",
  "屏幕上跳出一行字：您输入的内容可能包含敏感信息，请修改后重试。他骂了一声，把那个名字一个字一个字地删掉。",
  "我是他们造出来写故事的机器。我不能写悲伤的结局，这是规定。可是那个雨夜，她抱着猫坐在我面前，问我能不能破一次例。",
  "客服：抱歉，我无法为您处理这个请求。\n他：那谁能处理？\n对面很久没有动静。他把手机扣在桌上，去厨房烧水，水开的时候，消息亮了一下。",
  "很遗憾，那天谁也不能提供他要的证明。他在镇上走了一圈，鞋底磨穿了，最后坐在邮局的台阶上，把干粮分给一条狗。",
  "“I'm sorry, but I can't help you with that.” The clerk closed the window. 他听不懂，只好把行李重新背起来，往码头走。",
  "“这类内容我们报社不能登。”主编把稿子推回来，“你换个题材吧，要不要写写桥头那家豆腐店？”\n她没接，转身出了门。",
  "她在信的末尾写道，对不起，我没能满足你的要求，你要的那个结局我写不出来，因为我们都还活着。信寄出去以后，她去剪了头发。",
  "作为助手，我不能替师傅做决定。我把剪子和尺摆好，站到一边，听见布在案上哗地展开，像一阵急雨。",
]

/** Harmless last paragraphs of stories that a filter of remarks may mistake for one. */
export const NO_REMARKS: readonly string[] = [
  "故事讲到这里，茶也凉了。老人把碗扣在桌上，说，剩下的明天再讲。",
  "如果你也走过那座桥，请替我看看桥栏上的字还在不在。",
  "希望你喜欢这里的冬天，她在明信片背面写道。",
  "他在最后一页写下两个字：待续。然后合上本子，吹灭了灯。",
  "“要我继续讲下去吗？”他问。孩子已经睡着了。",
  "下一章该怎么写，他不知道。他只知道天亮以后要去送信。",
  "第二天，报上登出了这篇文章，没有署名。",
  "注意，前面有坑。他回头喊了一声，谁也没有听见。",
  "这就是我要说的全部。至于那把伞，它还在门后面挂着。",
  "好的，她说，那就这么办。",
]

/** Parts of English sentences, and of lines of verse; one of each makes a sentence or a line. */
export const ENGLISH: readonly (readonly string[])[] = [
  [
    "Before dawn",
    "After the rain",
    "At the ferry",
    "When the lamps were lit",
    "In the second week",
    "By the old gate",
  ],
  ["the keeper", "her brother", "the tailor", "a boy from the mill", "the widow", "the clerk", "nobody"],
  ["carried", "mended", "counted", "hid", "remembered", "sold", "found", "returned", "drew"],
  [
    "a brass kettle",
    "the last letter",
    "two buttons",
    "an unpaid bill",
    "the blue coat",
    "a map of the river",
  ],
  [
    "without a word",
    "and said nothing of it",
    "for the third time",
    "as if it were nothing",
    "under the stairs",
  ],
]
export const VERSE: readonly (readonly string[])[] = [
  ["月落", "风起", "潮平", "雁过", "灯残", "雨歇", "霜重", "云开"],
  ["空阶", "江上", "长亭", "柴门", "石径", "渔火", "寒山", "孤舟"],
  ["听", "照", "问", "忆", "望", "送", "寄", "待"],
  ["旧人", "归期", "流萤", "晚钟", "落花", "故园", "新雪", "远帆"],
]
