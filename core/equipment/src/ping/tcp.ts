import { connect } from 'node:net'
import { series, type Probes } from './probes.ts'

/** SSH, telnet and HTTP: what network equipment has open, or refuses. */
const ports = [22, 23, 80] as const

/** What the device itself says; any other failure is silence. */
const answers = new Set(['ECONNREFUSED', 'ECONNRESET'])

/** ms until the first port was opened or refused; null: none of them within the time. */
function knock(ip: string, on: readonly number[], timeoutMs: number): Promise<number | null> {
  const started = performance.now()
  return new Promise(resolve => {
    let open = on.length
    const done = (answered: boolean) => {
      if (!answered && --open > 0) return
      clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      resolve(answered ? performance.now() - started : null)
    }
    const timer = setTimeout(() => {
      open = 1
      done(false)
    }, timeoutMs)
    const sockets = on.map(port =>
      connect({ host: ip, port })
        .on('connect', () => done(true))
        .on('error', (error: NodeJS.ErrnoException) => done(answers.has(error.code ?? ''))),
    )
  })
}

/** A TCP handshake instead of an echo: whoever refuses it is there too. */
export const tcp = (ip: string, probes: Probes, on: readonly number[] = ports): Promise<(number | null)[]> =>
  series(probes, () => knock(ip, on, probes.timeoutMs))
