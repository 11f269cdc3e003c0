import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Commands } from './service.ts'

/** Starts `service.ts` as a process of its own. `ask` has it do one of its commands. */
export function startService(config: object) {
  const service = fork(join(import.meta.dirname, 'service.ts'), [JSON.stringify(config)], {
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning', '--expose-gc'],
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0
  service.on('message', (message: { id?: number; result?: unknown; error?: string }) => {
    const one = waiting.get(message.id ?? 0)
    waiting.delete(message.id ?? 0)
    if (message.error !== undefined) one?.reject(new Error(message.error))
    else one?.resolve(message.result)
  })
  service.on('exit', code => {
    for (const { reject } of waiting.values()) reject(new Error(`the service ended with ${code}`))
  })
  const ask = <N extends keyof Commands>(name: N, ...args: Parameters<Commands[N]>) =>
    new Promise<Awaited<ReturnType<Commands[N]>>>((resolve, reject) => {
      waiting.set(++last, { resolve: resolve as (value: unknown) => void, reject })
      service.send({ id: last, name, arg: args[0] })
    })
  return { service, ask }
}
