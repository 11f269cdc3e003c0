import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** A request as bytes. `sent`: so many of them are sent before the client closes; null: all. */
export interface Raw {
  head: string
  body: Buffer
  sent: number | null
}
export interface RawAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  ms: number
}

/** The longest time until a whole answer, ms: a call of a device may take 300 s. */
const patienceMs = 310_000

function dechunked(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at)
    const length = end < 0 ? NaN : parseInt(body.toString('latin1', at, end), 16)
    if (!(length > 0)) return Buffer.concat(parts)
    parts.push(body.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
}

const codings: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
}

/** The body as it was. An answer that cannot be unpacked stays packed, and is a fault. */
function unpacked(body: Buffer, coding = 'identity'): Buffer {
  try {
    return codings[coding]?.(body) ?? body
  } catch {
    return body
  }
}

function parsed(bytes: Buffer): Omit<RawAnswer, 'ms'> | null {
  const end = bytes.indexOf('\r\n\r\n')
  const [first, ...lines] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first ?? '')?.[1])
  if (!status) return null
  // A server that expected more of the body may answer 100 first.
  if (status === 100) return parsed(bytes.subarray(end + 4))
  const headers = Object.fromEntries(
    lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = bytes.subarray(end + 4)
  const whole = headers['transfer-encoding'] === 'chunked' ? dechunked(body) : body
  return { status, headers, text: unpacked(whole, headers['content-encoding']).toString('utf8') }
}

/**
 * Sends bytes to a server and reads its answer until it closes. Null: the server closed without an answer.
 * @throws if there is no end of the answer in time
 */
export function exchange(url: URL, { head, body, sent }: Raw): Promise<RawAnswer | null> {
  const started = performance.now()
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body])
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(url.port), url.hostname)
    const timer = setTimeout(() => {
      reject(new Error(`no end of the answer within ${patienceMs} ms`))
      socket.destroy()
    }, patienceMs)
    socket.on('connect', () => {
      if (sent === null) socket.write(bytes)
      else socket.end(bytes.subarray(0, sent))
    })
    socket.on('data', chunk => chunks.push(chunk))
    // A reset after the answer is the server's way to leave the rest of a body unread.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      const answer = parsed(Buffer.concat(chunks))
      resolve(answer && { ...answer, ms: performance.now() - started })
    })
  })
}
