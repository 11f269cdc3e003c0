import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What a line does to a console between the device and Linecard. */
export interface Weather {
  /** From a key to its echo, ms. */
  roundTripMs: number
  /** Chance that the device prints a line of its own before a piece of its output. */
  messages: number
  /** What it prints: a message, and its prompt again. `prompt` is '' before the login: print nothing. */
  message(prompt: string): string
  /** Chance that the connection breaks before a piece of its output; 0 by default. */
  cuts?: number
  onCut?(): void
  /** Largest piece of text, in octets; the rest comes in further packets. */
  pieces: number
  /** Random numbers from 0 to 1, repeatable. */
  random(): number
}

/** Repeatable random numbers (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Text in pieces that end anywhere. */
function cut(text: Buffer, { pieces, random }: Weather): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < text.length;) {
    const size = 1 + Math.floor(random() * pieces)
    parts.push(text.subarray(at, at + size))
    at += size
  }
  return parts
}

/** A prompt at the end of what was printed. */
const promptAtEnd = /(?:^|\n)([\w.:()[\]<~*@/+-]{1,64}[#>\]])[ ]?$/

/** Passes on what a device prints: half a round trip later, in pieces, with its messages between them. */
function downstream(write: (text: Buffer) => void, weather: Weather, breakOff?: () => void) {
  const { roundTripMs, messages, random, message, cuts = 0 } = weather
  const later = (text: Buffer | string) => setTimeout(() => write(Buffer.from(text)), roundTripMs / 2)
  let end = ''
  let prompt = ''
  return (text: Buffer) => {
    for (const part of cut(text, weather)) {
      if (random() < messages) later(message(prompt))
      if (breakOff && prompt !== '' && random() < cuts) return breakOff()
      later(part)
    }
    end = (end + text.toString()).slice(-128)
    prompt = promptAtEnd.exec(end)?.[1] ?? prompt
  }
}

/** What a console writes to and hears from: a socket, or the shell of an SSH session. */
export interface ConsoleLine {
  write(text: string | Buffer): unknown
  on(event: 'data', listener: (data: Buffer) => void): unknown
}

/** A line to a console with weather on it. */
export function weathered(line: ConsoleLine, weather: Weather): ConsoleLine {
  // As octets: a piece may end within a character.
  const down = downstream(text => line.write(text), weather)
  return {
    write: text => down(typeof text === 'string' ? Buffer.from(text) : text),
    on: (event, listener) =>
      line.on(event, data => setTimeout(() => listener(data), weather.roundTripMs / 2)),
  }
}

/** A console behind bad weather: delay, packets that end anywhere, and messages of the device in between. */
export async function behindWeather(port: number, weather: Weather, host = '127.0.0.1') {
  const sockets = new Set<Socket>()
  const half = weather.roundTripMs / 2
  const server = createServer(near => {
    const far = connect({ host, port })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    const down = downstream(
      text => {
        if (!near.destroyed) near.write(text)
      },
      weather,
      () => {
        weather.onCut?.()
        near.destroy()
      },
    )
    near.on('data', keys =>
      setTimeout(() => {
        if (!far.destroyed) far.write(keys)
      }, half),
    )
    far.on('data', down)
    near.on('close', () => far.destroy())
    far.on('close', () => setTimeout(() => near.end(), half + 1))
  })
  await new Promise<void>(resolve => {
    server.listen(0, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
