import { isIP } from 'node:net'
import { fail, ok, warn, type Finding } from '@linecard/plugin-kit/doctor'
import type { Config } from '../config/schema.ts'
import { createListener } from '../http/listener.ts'
import { proxyCheck } from '../http/proxies.ts'
import { StartError } from '../start-error.ts'

/** Time in which our own service answers, in ms. */
const answerMs = 5_000

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Where a service that listens there can be asked. */
const urlOf = ({ host, port }: Config['http']): string => {
  const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIP(at) === 6 ? `[${at}]` : at}:${port}`
}

/** Whether what holds the port answers as Linecard does. */
async function isOurs(http: Config['http']): Promise<boolean> {
  try {
    const answer = await fetch(`${urlOf(http)}/health/live`, { signal: AbortSignal.timeout(answerMs) })
    const { data } = (await answer.json()) as { data?: { status?: unknown } }
    return data?.status === 'Up'
  } catch {
    return false
  }
}

async function portFinding(http: Config['http'], serviceRuns: boolean): Promise<Finding> {
  const place = `${http.host}:${http.port}`
  const listener = createListener({ handle: (_request, response) => void response.destroy() })
  try {
    await listener.listen(http.host, http.port)
    await listener.close(0)
    return ok('port', http.port === 0 ? `${http.host}, any free port` : `${place} is free`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (serviceRuns && (await isOurs(http))) return ok('port', `${place} is that of the running service`)
    return fail('port', error.message, 'ss -ltnp shows who listens')
  }
}

/** Bits of a network; of a single address all of them. */
const bitsOf = (network: string): number => Number(network.split('/')[1] ?? 128)
/** No proxy needs networks so wide that strangers are in them. */
const isWide = (network: string): boolean => bitsOf(network) < (network.includes(':') ? 16 : 8)

function proxyFindings({ host, port, trusted_proxies: proxies }: Config['http']): Finding[] {
  try {
    proxyCheck(proxies)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [fail('proxies', error.message, 'name the addresses of your reverse proxies')]
  }
  const wide = proxies.filter(isWide)
  if (wide.length > 0)
    return [
      fail(
        'proxies',
        `http.trusted_proxies has ${wide.join(', ')}: any client can pretend to be at another address`,
        'name the addresses of your reverse proxies only',
      ),
    ]
  if (proxies.length > 0) return [ok('proxies', `X-Forwarded-For of ${proxies.join(', ')} is believed`)]
  if (isLoopback(host)) return [ok('proxies', 'none is trusted, and only this machine reaches the port')]
  return [
    warn(
      'proxies',
      `${host}:${port} is plain HTTP and no proxy is named: keys and passwords cross the network unencrypted`,
      'listen on 127.0.0.1 behind a reverse proxy with TLS, and name it in http.trusted_proxies: see deploy/',
    ),
  ]
}

/** The port of the API, and who may speak for its clients. */
export const lookAtListening = async (http: Config['http'], serviceRuns: boolean): Promise<Finding[]> => [
  await portFinding(http, serviceRuns),
  ...proxyFindings(http),
]
