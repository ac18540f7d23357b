import { data } from "react-router"
import { memoryReadFailureText, promptPartText, prompt as text } from "#app/copy/memory.ts"
import { site } from "#app/copy/site.ts"
import { storyPath } from "#app/domain/paths.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { isDemo } from "#app/server/generation/chosen-writer.server.ts"
import { lastPrompt } from "#app/server/generation/last-prompt.server.ts"
import { findToldGeneration } from "#app/server/generation/told-generation.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"

/** Without the framework's script, which would send the prompt a second time. */
export const handle = { script: false }

/** What the model was shown when it was asked last, for the generation's owner. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await findToldGeneration(params.id, ownerOf(context))
  if (typeof found === "string") {
    return data({ failure: found, prompt: null, id: params.id, isDemo }, FAILURE_STATUS[found])
  }
  return data({ failure: null, prompt: lastPrompt(found), id: params.id, isDemo })
}

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, noarchive",
})

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export default function Prompt({ loaderData }: Route.ComponentProps) {
  const { failure, prompt, id, isDemo } = loaderData
  if (failure) {
    return (
      <MessagePage title={text.title} text={memoryReadFailureText[failure]}>
        <HomeLink />
      </MessagePage>
    )
  }
  return (
    <section className="mx-auto flex max-w-3xl flex-col gap-5 rounded-xl border border-line bg-sheet px-4 py-6 shadow-sm md:px-10 md:py-8">
      <header className="flex flex-col gap-2">
        <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
        {prompt ? <p className="text-sm text-soft">{text.intro}</p> : <p>{text.nothing}</p>}
        {prompt && isDemo && <p className="text-sm text-soft">{text.demo}</p>}
        <a
          href={storyPath({ generation: id })}
          className="inline-flex min-h-11 items-center self-start text-sm underline underline-offset-4"
        >
          {text.backToText}
        </a>
      </header>
      {prompt && <Shown {...prompt} />}
    </section>
  )
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]["prompt"]>

function Shown({ parts, tokens, contextTokens, existing, written }: Shown) {
  return (
    <>
      <div className="flex flex-col gap-1 border-y border-line py-3 text-sm">
        <p className="tabular-nums">{text.total(tokens, contextTokens)}</p>
        <meter
          aria-label={text.total(tokens, contextTokens)}
          value={Math.min(tokens, contextTokens)}
          max={contextTokens}
          className="h-1.5 w-full"
        />
        {existing.all > 0 && <p>{text.existing(existing)}</p>}
        <p>{text.written(written)}</p>
      </div>
      <ol className="flex flex-col">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at} className="border-b border-line last:border-0">
            <Part {...part} all={tokens} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Part({ kind, beat, text: words, tokens, all }: Shown["parts"][number] & { all: number }) {
  return (
    <details>
      <summary className="fold flex min-h-11 items-center gap-3 py-2">
        <span className="grow font-medium">{promptPartText[kind](beat)}</span>
        <span className="shrink-0 text-sm tabular-nums text-soft">
          {text.tokens(tokens)} · {text.share(tokens, all)}
        </span>
      </summary>
      <pre className="mb-4 rounded-lg bg-wash p-3 font-sans text-sm leading-relaxed whitespace-pre-wrap">
        {words}
      </pre>
    </details>
  )
}
