import { recordingOf } from '@linecard/driver-kit/recording'
import type { Case } from './areas/area.ts'

const whole = { missing: [], refused: null }
const gaps: Case['gaps'] = {
  interfaces: whole,
  links: whole,
  counters: whole,
  vlans: whole,
  fdb: whole,
  arps: whole,
  lldpInfo: whole,
  sysResources: whole,
  sysTemp: whole,
  sfpOptical: whole,
  sfpMedia: whole,
  netSettings: whole,
  poeInfo: whole,
}
/** A recording without any value, whose answers say that they are whole. */
export const emptyCase: Case = {
  name: 'x',
  vendor: 'acme',
  driver: 'acme',
  recording: recordingOf([]),
  wrapped: new Set(),
  expected: {},
  ports: [],
  answers: {
    interfaces: null,
    links: null,
    counters: null,
    poeInfo: null,
    vlans: null,
    fdb: null,
    arps: null,
    lldpInfo: null,
    sysResources: null,
    sysTemp: null,
    sfpOptical: null,
    sfpMedia: null,
    netSettings: null,
  },
  gaps,
}
