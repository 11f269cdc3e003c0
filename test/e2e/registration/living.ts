import type { OltVendorName } from '@linecard/simulator'

/** A living OLT for the examples of one family of models, and how a person signs in at its console. */
export interface LivingExample {
  /** Key of the model in the driver. */
  model: string
  vendor: OltVendorName
  /** Model of the simulator. */
  olt: string
  /** The ONU that is found: its PON port, its ident, and its type. */
  port: string
  ident: string
  type: string
  /** The first text of the console, then each line with the end of what follows. */
  first: string
  login: readonly (readonly [line: string, end: string])[]
  /** What else is typed before the first command, to be in the mode in which the service types it. */
  ready: readonly string[]
}

export const account = { login: 'noc', password: 'pw-7f3Kq9', enable: 'en-4kQ2' }
const { login, password, enable } = account

const bdcom = {
  vendor: 'bdcom',
  type: 'F660',
  first: 'Username: ',
  login: [
    [login, 'Password: '],
    [password, '>'],
    ['enable', 'Password: '],
    [enable, '#'],
  ],
  ready: [],
} as const

/** One row for each family of models that has examples. */
export const living: readonly LivingExample[] = [
  { ...bdcom, model: 'bdcom_p3310c', olt: 'P3310C', port: 'EPON0/2', ident: '84:79:73:00:00:01' },
  { ...bdcom, model: 'bdcom_gp3600_08', olt: 'GP3600-08', port: 'GPON0/2', ident: 'ZTEGC0FFEE01' },
]
