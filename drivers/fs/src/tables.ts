import { decimalText, enumeration, integer, map, scaled, text } from '@linecard/driver-kit'

/** Enterprise number of FS. */
export const fsNode = '1.3.6.1.4.1.52642'
/** Enterprise number of Ruijie, the maker of many FS switches. */
export const ruijieNode = '1.3.6.1.4.1.4881'
export const gbnNode = '1.3.6.1.4.1.13464'
export const fsosNode = '1.3.6.1.4.1.27975'

/** Load in percent from the idle share, which some agents give instead. */
const loadOfIdle = (idle: number): number | null => (idle >= 0 && idle <= 100 ? 100 - idle : null)
const kilobytes = (oid: string) => scaled(oid, { by: 1024, none: [0] })
const hundredthDbm = (oid: string) => scaled(oid, { by: 0.01, none: [-10000, -100, -1] })

const ruijieFanStates = { 1: 'Unused', 2: 'Stop', 3: 'Stop', 4: 'Normal', 5: 'Failed', 6: 'Unknown' } as const

/** Tables of ruijieMgmt (RUIJIE-SMI) below the root of a brand. */
export function ruijieTables(root: string) {
  const mgmt = `${root}.1.1.10.2`
  const optic = `${mgmt}.105.1.1.1`
  const fan = `${mgmt}.1.1.43.1`
  return {
    resources: {
      cpu: {
        sec5: integer(`${mgmt}.36.1.2.1.3`),
        min1: integer(`${mgmt}.36.1.2.1.4`),
        min5: integer(`${mgmt}.36.1.2.1.5`),
        name: text(`${mgmt}.36.1.2.1.2`),
      },
      memory: {
        util: integer(`${mgmt}.35.1.2.1.3`),
        total: kilobytes(`${mgmt}.35.1.2.1.6`),
        used: kilobytes(`${mgmt}.35.1.2.1.7`),
        free: kilobytes(`${mgmt}.35.1.2.1.8`),
      },
    },
    /** ruijieSystemFanTable; revolutions a minute. Index: device, fan, position. */
    fans: { status: enumeration(`${fan}.4`, ruijieFanStates), speed: integer(`${fan}.6`, { none: [-1] }) },
    temperatures: { name: text(`${mgmt}.1.1.44.1.4`), value: integer(`${mgmt}.1.1.44.1.5`, { none: [-1] }) },
    optics: {
      temp: integer(`${optic}.17`, { none: [-1, -100] }),
      vcc: scaled(`${optic}.19`, { by: 0.001, none: [-1, -100, 0] }),
      tx_bias: scaled(`${optic}.21`, { by: 0.001, none: [-1, -100, 0] }),
      rx_power: hundredthDbm(`${optic}.76`),
      tx_power: hundredthDbm(`${optic}.81`),
    },
    media: { serial_num: text(`${optic}.16`), _wave_length: integer(`${optic}.5`, { none: [0, -1] }) },
  }
}

const es = `${fsNode}.2.1.45.1`
/** Objects of Edge-Core's software in the S3900. Measured values are texts with units. */
export const s3900Tables = {
  facts: { board_software_ver: text(`${es}.1.3.1.6.1`), serial_num: text(`${es}.1.3.1.10.1`) },
  resources: {
    cpu: { util: integer(`${es}.39.2.1`) },
    memory: {
      total: kilobytes(`${es}.39.3.1`),
      used: kilobytes(`${es}.39.3.2`),
      free: kilobytes(`${es}.39.3.3`),
    },
  },
  temperatures: { value: integer(`${es}.1.11.1.3`) },
  optics: {
    temp: decimalText(`${es}.2.11.1.2`),
    vcc: decimalText(`${es}.2.11.1.3`),
    tx_bias: decimalText(`${es}.2.11.1.4`),
    tx_power: decimalText(`${es}.2.11.1.5`),
    rx_power: decimalText(`${es}.2.11.1.6`),
  },
}

/** Objects of GBN's software. The agent gives the idle share of the processor, and memory in megabytes. */
export const gbnTables = {
  facts: {
    board_software_ver: text(`${gbnNode}.1.2.1.1.2.2.0`),
    serial_num: text(`${gbnNode}.1.2.1.1.2.19.0`),
  },
  resources: {
    cpu: { util: map(integer(`${gbnNode}.1.2.1.1.2.11`), loadOfIdle) },
    memory: {
      total: scaled(`${gbnNode}.1.2.1.1.2.12`, { by: 2 ** 20, none: [0] }),
      free: scaled(`${gbnNode}.1.2.1.1.2.13`, { by: 2 ** 20 }),
    },
  },
}
