import { pollSoon, retryable, type Context, type PolledAnswer } from '@linecard/plugin-kit'
import type { KnownDevice } from '../known/devices.ts'

/** What was not asked: those who store take nothing for gone. */
const others = [{ what: 'interfaces that were not asked for', reason: 'row_limit' }] as const

export const partOf = (data: unknown, time: Date, whole: boolean): PolledAnswer => ({
  data,
  complete: false,
  missing: whole ? [] : others,
  time,
  error: null,
})

/**
 * Gives answers to the plugins that store what pollers read: state, history and events then change as after a
 * poll. Pollers of lists need more than these modules, and are left out.
 */
export async function storeAnswers(
  ctx: Context,
  { id, ip, name, modelKey }: KnownDevice,
  answers: ReadonlyMap<string, PolledAnswer>,
  signal: AbortSignal,
): Promise<void> {
  const pollers = ctx
    .use('installation')
    .pollers()
    .filter(poller => !poller.always && poller.modules.some(module => answers.has(module.name)))
  for (const { key, modules, stores } of pollers) {
    const own = new Map([...answers].filter(([module]) => modules.some(one => one.name === module)))
    const polled = {
      poller: key,
      device: { id, ip, name, model_key: modelKey ?? '', uptime: null, uptime_at: null, rebooted: null },
      answers: own,
      time: ctx.clock(),
      signal,
    }
    for (const { component, store } of stores)
      try {
        await retryable(() => store(polled))
      } catch (error) {
        ctx.log.warn({ err: error, device_id: id, component }, 'what a device answered could not be stored')
      }
  }
  // A poll that runs just now has read what was before.
  const keys = pollers.map(({ key }) => key)
  if (keys.length > 0) ctx.events.emit(pollSoon, { device_id: id, pollers: keys })
}
