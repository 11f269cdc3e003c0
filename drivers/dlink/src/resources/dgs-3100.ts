import { implement, integer, readScalars, sysResources, wanted, type Implementation } from '@linecard/driver-kit'
import { radlan } from '../tree.ts'
import { cpuOf, nothing } from './shapes.ts'

/** rlCpuUtilDuringLastSecond, LastMinute, Last5Minutes of RADLAN-rndMng: percent; 101 means that the device does not measure. */
const load = (number: string) => integer(`${radlan(number)}.0`, { none: [101] })
const cpu = { min1: load('1.8'), min5: load('1.9') }

/** sys_resources of the DGS-3100: the processor alone. What stands where others have 5 s is one second, and left out. */
export const radlanResources = (): Implementation => implement(sysResources, async (session, { load_only }) => ({
  ...nothing, cpu: wanted(load_only, 'cpu') ? cpuOf({ sec5: null, ...await readScalars(session, cpu) }) : null,
}))
