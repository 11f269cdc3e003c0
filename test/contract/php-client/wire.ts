import { connect } from 'node:net'

export interface Wire {
  url: string
  key: string
}
export interface Received {
  status: number
  body: { statusCode: number; meta: unknown; data: unknown; error?: { description: unknown; code: string } }
}

/** The bytes of a request as the client's HTTP library writes them: the media type is on every call. */
function bytesOf({ url, key }: Wire, method: string, path: string, json: string | undefined): string {
  const lines = [
    `${method} /api/v1/${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `X-Auth-Key: ${key}`,
    'Content-Type: application/json',
    'User-Agent: wildcore-api-client/v1',
    ...(json === undefined ? [] : [`Content-Length: ${Buffer.byteLength(json)}`]),
    ...(json === undefined && method !== 'GET' && method !== 'DELETE' ? ['Content-Length: 0'] : []),
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${json ?? ''}`
}

/** The body of a chunked answer. */
function joined(chunks: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const end = chunks.indexOf('\r\n', at)
    const size = Number.parseInt(chunks.subarray(at, end).toString('latin1'), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(chunks.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

/** Sends the bytes over a socket of its own, and reads the answer until the service closes it. */
export const exchange = (wire: Wire, method: string, path: string, json?: string): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(wire.url)
    const parts: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytesOf(wire, method, path, json)))
    socket.setTimeout(60_000, () => socket.destroy(new Error(`${method} ${path}: no answer`)))
    socket.on('data', part => parts.push(part))
    socket.on('error', reject)
    socket.on('end', () => {
      const all = Buffer.concat(parts)
      const end = all.indexOf('\r\n\r\n')
      const head = all.subarray(0, end).toString('latin1')
      const body = all.subarray(end + 4)
      const text = (/transfer-encoding: chunked/i.test(head) ? joined(body) : body).toString('utf8')
      try {
        resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(text) as Received['body'] })
      } catch (error) {
        reject(new Error(`${method} ${path}: ${head}\n${text.slice(0, 300)}`, { cause: error }))
      }
    })
  })
