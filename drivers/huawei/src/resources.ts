import {
  implement,
  pick,
  readTable,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { entityBoards, type Temperature } from '@linecard/driver-kit/builders'
import { sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { boards, fans, thermometers } from './tables.ts'

type Resources = ResultOf<typeof sysResources>
type FanStatus = NonNullable<Resources['fans']>[number]['status']

/** A place without a fan has the state "normal" too. */
const fanStatus = (present: string | null, state: FanStatus | null): FanStatus =>
  present === 'no' ? 'Unused' : present === null && state === 'Normal' ? 'Unknown' : (state ?? 'Unknown')

async function readFans(session: Session): Promise<Resources['fans']> {
  const rows = [...(await readTable(session, fans))]
  return rows.length === 0
    ? null
    : rows.map(([index, { name, present, state }]) => ({
        name: name ?? `Fan ${index.replace('.', '/')}`,
        status: fanStatus(present, state),
        speed: null,
      }))
}

/** Thermometers of boards that have several (NetEngine). */
async function readThermometers(session: Session): Promise<Temperature[]> {
  return [...(await readTable(session, thermometers))].map(([index, { value }]) => {
    const [slot, ...place] = index.split('.')
    return { name: `Slot ${slot} sensor ${place.join('.')}`, value }
  })
}

const boardModules = entityBoards(boards, readThermometers)

/** sys_resources and sys_temp from HUAWEI-ENTITY-EXTENT-MIB. */
export const resources = (): Implementation[] => [
  implement(sysResources, async (session, args) => ({
    ...((await pick(boardModules, sysResources).run(session, args)) as Resources),
    fans: wanted(args.load_only, 'fans') ? await readFans(session) : null,
  })),
  pick(boardModules, sysTemp),
]
