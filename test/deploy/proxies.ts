import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { until } from '@linecard/test-kit'
import { freePort } from '@linecard/test-kit/worlds/addresses'
import { makeCa, makeCertificate } from '@linecard/test-kit/worlds/certificates'

/** The name of the service in the examples. */
export const hostName = 'linecard.example.net'

/** A reverse proxy with TLS in front of a service. */
export interface Proxy {
  port: number
  ca: string
  stop(): Promise<void>
}

/** Texts of an example that stand for what an operator has. Each must be in it. */
function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`the example has no "${from}"`)
    return now.replaceAll(from, to)
  }, text)
}

interface Place {
  folder: string
  /** Of the service, as `host:port`. */
  service: string
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

async function start(program: string, args: readonly string[], place: Place, port: number): Promise<Proxy> {
  const ca = join(place.folder, 'ca.crt')
  const child = spawn(program, [...args], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: place.folder, XDG_DATA_HOME: place.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-4000)))
  const proxy: Proxy = {
    port,
    ca,
    async stop() {
      running.delete(child)
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
  await until(`${program} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`)
    return ask(proxy, '/health/live').then(
      ({ status }) => status === 200,
      () => false,
    )
  })
  return proxy
}

function certificate(folder: string): { key: string; cert: string } {
  makeCa(folder, 'ca')
  return makeCertificate(folder, 'ca', { subject: `DNS:${hostName}` })
}

/** nginx with `deploy/nginx.conf`, whose ports, files and service are those of the test. */
export async function startNginx(place: Place): Promise<Proxy> {
  const { key, cert } = certificate(place.folder)
  const [plain, port] = [await freePort(), await freePort()]
  const site = replaced(readFileSync('deploy/nginx.conf', 'utf8'), {
    'server 127.0.0.1:8088;': `server ${place.service};`,
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen [::]:80;': '',
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    '/etc/linecard/tls/fullchain.pem': cert,
    '/etc/linecard/tls/privkey.pem': key,
  })
  writeFileSync(join(place.folder, 'site.conf'), site)
  const file = join(place.folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${place.folder}/${name};`,
  )
  writeFileSync(
    file,
    [
      'daemon off;',
      `pid ${place.folder}/nginx.pid;`,
      'error_log stderr;',
      'events {}',
      // The answers of errors need no files, and the user of the workers may not enter the folder.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      // As many have it: compression of everything.
      'http { gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1; gzip_http_version 1.0;',
      `access_log off; ${paths.join(' ')} include ${place.folder}/site.conf; }`,
    ].join('\n'),
  )
  return start('nginx', ['-c', file, '-p', place.folder], place, port)
}

/** Caddy with `deploy/Caddyfile`, whose port, certificate and service are those of the test. */
export async function startCaddy(place: Place): Promise<Proxy> {
  const { key, cert } = certificate(place.folder)
  const port = await freePort()
  const site = replaced(readFileSync('deploy/Caddyfile', 'utf8'), {
    [`${hostName} {`]: `https://${hostName}:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
    'reverse_proxy 127.0.0.1:8088': `reverse_proxy ${place.service}`,
  })
  const file = join(place.folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
  return start('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], place, port)
}

/** How a client reaches a proxy: by its name, from an address of its own. */
const reached = (
  { port, ca }: Proxy,
  from: string,
  headers: Readonly<Record<string, string>>,
): RequestOptions => ({
  host: '127.0.0.1',
  port,
  localAddress: from,
  servername: hostName,
  ca: readFileSync(ca),
  agent: false,
  headers: { host: hostName, ...headers },
})

export interface Asked {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

/** One request through a proxy, to its end. */
export function ask(
  proxy: Proxy,
  path: string,
  { method = 'GET', from = '127.0.0.1', headers = {}, body }: AskOptions = {},
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...reached(proxy, from, headers), method, path }, answer => {
      let text = ''
      answer.on('data', (piece: Buffer) => (text += piece.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

interface AskOptions {
  method?: string
  /** Address of the client. */
  from?: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** A stream through a proxy, with what has arrived until now. */
export async function follow(proxy: Proxy, path: string, headers: Readonly<Record<string, string>>) {
  const sent = request({ ...reached(proxy, '127.0.0.1', headers), path })
  sent.on('error', () => undefined)
  sent.end()
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  answer.on('data', (piece: Buffer) => (text += piece.toString()))
  answer.on('error', () => undefined)
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    text: () => text,
    close: () => sent.destroy(),
  }
}
