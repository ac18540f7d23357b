import { once } from "node:events"
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** What hosted Supabase would be set to. */
export interface HostedAuth {
  siteUrl: string
  codeDigits: number
  redirectsAnywhere: boolean
  settings: object
  /** The database has not the function that tells what it has. */
  lacksDescription?: boolean
}

export interface HostedLine {
  url: string
  close(): void
}

/**
 * A line to the embedded backend that answers as hosted Supabase does where the embedded one has no such door:
 * settings and mailed links.
 */
export async function hostedLine(backendUrl: string, auth: HostedAuth): Promise<HostedLine> {
  const server = createServer(async (asked, answer) => {
    const { pathname } = new URL(asked.url ?? "/", backendUrl)
    if (asked.method === "GET" && pathname === "/auth/v1/settings") {
      pass(asked, answer, backendUrl, (status, body) =>
        status === 200 ? { ...JSON.parse(body), ...auth.settings } : JSON.parse(body),
      )
    } else if (pathname === "/auth/v1/admin/users" && asked.method === "POST") {
      // The embedded backend confirms whoever signs up.
      asked.url = "/auth/v1/signup"
      pass(asked, answer, backendUrl, (_, body) => JSON.parse(body).user)
    } else if (pathname === "/auth/v1/admin/generate_link") {
      const { redirect_to: asksFor } = JSON.parse(await textOf(asked))
      const wanted = new URL(asked.url ?? "/", backendUrl).searchParams.get("redirect_to") ?? asksFor
      sendJson(answer, linkFor(auth, wanted))
    } else if (auth.lacksDescription && pathname.endsWith("/rpc/describe_backend")) {
      sendJson(answer, { code: "PGRST202", message: "Could not find the function" }, 404)
    } else pass(asked, answer, backendUrl)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function linkFor({ siteUrl, codeDigits, redirectsAnywhere }: HostedAuth, wanted?: string) {
  return {
    action_link: `${siteUrl}/auth/v1/verify`,
    email_otp: "1".repeat(codeDigits),
    hashed_token: "hash",
    verification_type: "recovery",
    redirect_to: redirectsAnywhere && wanted ? wanted : siteUrl,
  }
}

function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  backendUrl: string,
  change?: (status: number, body: string) => unknown,
): void {
  const { method, headers } = asked
  const passed = request(new URL(asked.url ?? "", backendUrl), { method, headers }, async (response) => {
    const { statusCode = 502 } = response
    if (change) return sendJson(answer, change(statusCode, await textOf(response)), statusCode)
    answer.writeHead(statusCode, response.headers)
    response.pipe(answer)
  })
  passed.on("error", () => answer.destroy())
  asked.pipe(passed)
}

function sendJson(answer: ServerResponse, body: unknown, status = 200): void {
  answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts).toString("utf8")
}
