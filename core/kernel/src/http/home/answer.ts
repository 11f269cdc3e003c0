import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Component } from '@linecard/plugin-kit'
import type { DatabaseState } from '../../database/index.ts'
import { readerOf } from '../accept.ts'
import { varyBy } from '../vary.ts'
import { pageOf, pagePolicy, pathsOf, type Home } from './page.ts'

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
