import { connect } from 'node:net'
import { series, type Probes } from './probes.ts'

/** SSH, telnet and HTTP: network equipment accepts them or refuses them. */
const ports = [22, 23, 80] as const

/** Errors that the device itself causes. Any other failure counts as silence. */
const answers = new Set(['ECONNREFUSED', 'ECONNRESET'])

/** Time in ms until the first port was opened or refused; null if none was in time. */
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

/** TCP handshakes instead of echoes. A refusal is an answer too. */
export const tcp = (ip: string, probes: Probes, on: readonly number[] = ports): Promise<(number | null)[]> =>
  series(probes, () => knock(ip, on, probes.timeoutMs))
