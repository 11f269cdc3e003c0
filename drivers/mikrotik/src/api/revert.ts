import { DeviceError, type Revert, type RouterOsRow, type Session } from '@linecard/driver-kit'

/** Name of the backup and of the entry of the scheduler. */
const name = 'linecard-revert'
const file = `${name}.backup`
const scheduler = '/system/scheduler'

const minuteOfDay = (text: string | undefined): number | null => {
  const time = /(\d\d):(\d\d):\d\d$/.exec(text ?? '')
  return time && Number(time[1]) * 60 + Number(time[2])
}

const entryOf = async ({ routerOs }: Session): Promise<RouterOsRow | undefined> =>
  (await routerOs.print(scheduler, { where: { name } }))[0]
const filesOf = ({ routerOs }: Session) =>
  routerOs.print('/file', { fields: ['.id', 'name'], where: { name: file } })

async function removeAll(session: Session): Promise<void> {
  const entry = await entryOf(session)
  if (entry) await session.routerOs.change(`${scheduler}/remove`, { '.id': entry['.id']! })
  for (const { '.id': id } of await filesOf(session))
    await session.routerOs.change('/file/remove', { '.id': id! })
}

/** Minutes until the entry runs, as the router's own clock says; null: it does not run. */
async function minutesLeft(session: Session): Promise<number | null> {
  const entry = await entryOf(session)
  if (!entry || entry['disabled'] === 'true') return null
  const [clock] = await session.routerOs.print('/system/clock')
  const [now, then] = [minuteOfDay(clock?.['time']), minuteOfDay(entry['next-run'])]
  return now === null || then === null ? null : (then - now + 1440) % 1440
}

/**
 * A backup, and an entry of the scheduler that loads it. The router restarts with the configuration of the
 * backup, which does not have the entry. Sources: MikroTik's manual, "Backup" and "Scheduler".
 */
export const backupRevert: Revert = {
  arms: 'before',
  minutes: { min: 1, max: 720 },
  async arm(session, minutes) {
    if (await entryOf(session))
      throw new DeviceError(
        'Conflict',
        `The router has a scheduler entry ${name} already; see what it is for.`,
      )
    await session.routerOs.change('/system/backup/save', { name, 'dont-encrypt': true })
    if ((await filesOf(session)).length === 0)
      throw new DeviceError('NotApplied', `The router accepted the backup, and has no file ${file}.`)
    await session.routerOs.change(`${scheduler}/add`, {
      name,
      interval: `${minutes}m`,
      'on-event': `/system backup load name=${file} password=""`,
    })
    const left = await minutesLeft(session)
    if (left !== null && Math.abs(left - minutes) <= 1) return
    await removeAll(session)
    throw new DeviceError('NotApplied', `The router does not say that the entry runs in ${minutes} minutes.`)
  },
  armed: async session => (await minutesLeft(session)) !== null,
  disarm: removeAll,
}
