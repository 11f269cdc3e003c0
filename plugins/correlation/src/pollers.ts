import { cardStatus, ponOntsStatus } from '@linecard/driver-kit/modules'
import type { Polled, PollStore } from '@linecard/plugin-kit'
import { keepCards, noteReading, noteRestart } from './picture/asked.ts'
import type { Correlation } from './setup.ts'

/** Notes a restart: only the first poll after it tells of it, whatever it reads. */
async function restart({ ctx }: Correlation, { device }: Polled): Promise<void> {
  const { id, rebooted, uptime, uptime_at: at } = device
  if (rebooted === true && uptime !== null && at !== null)
    await noteRestart(ctx, id, new Date(at.getTime() - uptime * 10))
}

/** Notes that the states of ONUs were read; the inventory has stored them before. */
async function noteStates(correlation: Correlation, polled: Polled): Promise<void> {
  const { ctx, looks } = correlation
  const { answers, device } = polled
  await restart(correlation, polled)
  const answer = answers.get(ponOntsStatus.name)
  if (!answer) return
  // A device that did not answer may be down now.
  if (!Array.isArray(answer.data) || answer.data.length === 0) return looks.soon(device.id)
  await noteReading(ctx, device.id, answer.time)
  await looks.now(device.id)
}

/** Polls that may be the first after a restart. */
const others = ['system', 'counters', 'sys_resources', 'sensors']

export const pollStores: Readonly<Record<string, PollStore<Correlation>>> = {
  ...Object.fromEntries(others.map(key => [key, { store: restart }])),
  interfaces_status: { store: noteStates },
  interfaces_list: { store: noteStates },
  card_status: {
    async store({ ctx }, { answers, device }) {
      const answer = answers.get(cardStatus.name)
      if (answer?.complete && Array.isArray(answer.data))
        await keepCards(ctx, device.id, answer.data, answer.time)
    },
  },
}
