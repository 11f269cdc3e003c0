import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Component } from '@linecard/plugin-kit'
import type { DatabaseState } from '../../database/index.ts'
import { readerOf } from '../accept.ts'
import { varyBy } from '../vary.ts'
import { createHash } from 'node:crypto'
import { Html, html } from '@linecard/plugin-kit/html'

/** What everybody may know of an installation, and what a page is about. */
export interface Home {
  /** Name that the operator gave. */
  name: string
  version: string
  status: 'Up' | 'Down'
  /** Components that should run and do not. */
  broken: readonly string[]
  /** Scheme, host and port under which the client reached the service. */
  origin: string
  /** An object to which a link or a QR code leads. Whether there is one, only a user may know. */
  object: { kind: 'device' | 'interface'; id: string } | null
  /** The path for which there is no page. */
  missing: string | null
}

const none = html``

const style = `:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem }
pre { padding: .8rem 1rem; border: 1px solid #8888; border-radius: .4rem; overflow-x: auto }
h1 { margin-bottom: 0 } h2 { margin-top: 2rem } small { opacity: .75 }`

/** Nothing but this style: no script, no picture, no form, nothing from elsewhere. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Paths of the API that a page names. */
const pathsOf = ({ object }: Pick<Home, 'object'>) => ({
  document: '/swagger/openapi.json',
  yaml: '/swagger/openapi.yaml',
  explorer: '/swagger/',
  sign_in: '/api/v1/auth',
  ready: '/health/ready',
  ...(object && {
    object:
      object.kind === 'device' ? `/api/v1/device/${object.id}` : `/api/v1/device-interface/${object.id}`,
  }),
})

const stateOf = ({ status, broken }: Home): Html => {
  if (status === 'Down')
    return html`The service answers, but it cannot work: <a href="/health/ready">why</a>.`
  if (broken.length === 0) return html`The service runs.`
  return html`The service runs without ${broken.join(', ')}: <a href="/health/ready">state</a>.`
}

const leadOf = ({ object, missing }: Home): Html => {
  if (missing !== null) return html`<p><strong>There is no page <code>${missing}</code>.</strong></p>`
  if (!object) return none
  const what = `${object.kind === 'device' ? 'Device' : 'Interface'} ${object.id}`
  return html`<p><strong>${what}.</strong> Only who has signed in sees what the installation knows of it.</p>`
}

/** The page, as it is sent. It needs no script and nothing from elsewhere. */
export function pageOf(home: Home): string {
  const { name, version, origin, object } = home
  const paths = pathsOf(home)
  const wanted = paths.object ?? '/api/v1/device?limit=5'
  const title = object ? `${object.kind} ${object.id} · ${name}` : name
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<h1>${name}</h1>
<small>Linecard ${version}</small>
${leadOf(home)}
<p>${stateOf(home)}</p>
<h2>Sign in</h2>
<p>The first start has made the user <code>admin</code>. Its password is that of
<code>LINECARD_ADMIN_PASSWORD</code>, or the one that the first start showed. In a terminal:</p>
<pre>KEY=$(curl -s '${origin}${paths.sign_in}' -H 'Content-Type: application/json' \\
  -d '{"login": "admin", "password": "the password"}' | sed 's/.*"key":"\\([^"]*\\)".*/\\1/')
curl -s -H "X-Auth-Key: $KEY" '${origin}${wanted}'</pre>
<h2>Read on</h2>
<ul>
<li><a href="${paths.explorer}">API document</a>, in which operations can be tried;
as <a href="${paths.document}">JSON</a> and <a href="${paths.yaml}">YAML</a> for generators of clients</li>
<li><a href="${paths.ready}">State</a>, for monitoring</li>
<li><code>README.md</code> and <code>docs/</code> of Linecard: configuration, clients, codes of errors</li>
</ul>
</body>
</html>
`.text
}

export interface HomeOptions {
  version: string
  components(): readonly Component[]
  databaseState(): Promise<DatabaseState>
  /** Name that the operator gave to the installation. */
  name(): string
}

/** What a page is about. */
export type Subject = Pick<Home, 'object' | 'missing'>
export type AnswerHome = (
  request: FastifyRequest,
  reply: FastifyReply,
  subject: Subject,
) => Promise<FastifyReply>

/**
 * A host is what the client says. Only a plain one is repeated, because people copy the lines into a shell.
 */
const plainHost = /^(?:[a-z\d](?:[a-z\d.-]{0,252})|\[[a-f\d:.]{2,45}\])(?::\d{1,5})?$/i

const originOf = ({ protocol, host, socket }: FastifyRequest): string =>
  plainHost.test(host) ? `${protocol}://${host}` : `http://127.0.0.1:${socket.localPort ?? 8088}`

/** Answers with the page of the installation, or with the same as JSON. Nothing in it needs a permission. */
export function homeOf({ version, components, databaseState, name }: HomeOptions): AnswerHome {
  return async (request, reply, subject) => {
    const broken = components().filter(
      ({ enabled, state }) => enabled && !['ready', 'degraded'].includes(state),
    )
    const works = (await databaseState()) === 'Up' && !broken.some(({ core }) => core)
    const home: Home = {
      ...subject,
      name: name(),
      version,
      status: works ? 'Up' : 'Down',
      broken: broken.map(({ key }) => key),
      origin: originOf(request),
    }
    varyBy(reply, 'Accept')
    reply.header('cache-control', 'no-store').code(subject.missing === null ? 200 : 404)
    if (readerOf(String(request.headers.accept ?? '')) === 'page')
      return reply
        .header('content-security-policy', pagePolicy)
        .type('text/html; charset=utf-8')
        .send(pageOf(home))
    const data = { name: home.name, version, status: home.status, links: pathsOf(home) }
    return reply.send({ statusCode: 200, meta: null, data })
  }
}
