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
  /** What an Enter is, if it is not CR LF. */
  newline?: '\n'
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

const cdata = {
  vendor: 'cdata',
  type: 'FD514GD',
  first: '>>User name:',
  login: [
    [login, 'password:'],
    [password, '>'],
    ['enable', 'Password:'],
    [enable, '#'],
  ],
  ready: ['config'],
} as const
const zte = {
  vendor: 'zte',
  ident: 'ZTEGC0FFEE01',
  type: 'F660',
  first: 'Username:',
  login: [
    [login, 'Password:'],
    [password, '>'],
    ['enable', 'Password:'],
    [enable, '#'],
  ],
  ready: ['terminal length 0'],
} as const
const huawei = {
  vendor: 'huawei',
  type: 'EG8145V5',
  first: '>>User name:',
  login: [
    [login, '>>User password:'],
    [password, '>'],
    ['enable', 'Password:'],
    [enable, '#'],
  ],
  ready: ['undo smart', 'undo interactive', 'scroll'],
  newline: '\n',
} as const

const vsol = {
  vendor: 'vsol',
  type: 'F660',
  first: 'Login: ',
  login: [
    [login, 'Password:'],
    [password, '>'],
    ['enable', 'Password:'],
    [enable, '#'],
  ],
  ready: ['terminal length 0'],
} as const

/** One row for each family of models that has examples. */
export const living: readonly LivingExample[] = [
  { ...bdcom, model: 'bdcom_p3310c', olt: 'P3310C', port: 'EPON0/2', ident: '84:79:73:00:00:01' },
  { ...bdcom, model: 'bdcom_gp3600_08', olt: 'GP3600-08', port: 'GPON0/2', ident: 'ZTEGC0FFEE01' },
  { ...cdata, model: 'c_data_fd1608_fw3', olt: 'FD1608S', port: 'gpon 0/0/2', ident: 'CDTCC0FFEE01' },
  { ...cdata, model: 'c_data_fd1208s', olt: 'FD1208S', port: 'pon0/0/2', ident: '80:F7:A6:00:00:01' },
  { ...vsol, model: 'v_solution_v1600g1b', olt: 'V1600G1B', port: 'GPON0/2', ident: 'VSOL00C0FFEE' },
  { ...vsol, model: 'v_solution_v1600d8', olt: 'V1600D8', port: 'EPON0/2', ident: '4C:D7:C8:00:00:01' },
  { ...zte, model: 'zte_c320', olt: 'C320', port: 'gpon_1/1/2' },
  { ...zte, model: 'zte_c320_fw_1_2', olt: 'C320/1.2', port: 'gpon_1/1/2' },
  { ...zte, model: 'zte_c600_fw_12', olt: 'C600', port: 'gpon_olt-1/3/2' },
  { ...huawei, model: 'huawei_smart_ax', olt: 'MA5800-X7', port: 'GPON 0/1/1', ident: 'HWTCC0FFEE01' },
  { ...huawei, model: 'huawei_ma5680t', olt: 'MA5680T/EPON', port: 'EPON 0/2/1', ident: '00:D1:9A:01:03:E7' },
]

/** Whether an example is for this OLT: its model and its technology. EPON knows an ONU by its MAC address. */
export const isFor = (
  { models, technology }: { models: readonly string[]; technology: string | null },
  { model, ident }: LivingExample,
): boolean =>
  models.includes(model) && (technology === null || technology === (ident.includes(':') ? 'epon' : 'gpon'))
