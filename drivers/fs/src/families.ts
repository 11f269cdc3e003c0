import { decimalText, defineFamily, integer, map, scaled, text } from '@linecard/driver-kit'
import {
  mediaTable,
  opticalTable,
  ownResources,
  sfpDiagnostics,
  switchMibs,
  systemInfo,
  temperatureTable,
} from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'
import { ruijieChanges } from './changes.ts'
import { fsNode, fsosNode, gbnNode, ruijieNode } from './tree.ts'

const vendor = 'FS'

const cli = industryCli()
const busy = (idle: number): number | null => (idle >= 0 && idle <= 100 ? 100 - idle : null)

const kilobytes = (oid: string) => scaled(oid, { by: 1024, none: [0] })

const power = (oid: string) => scaled(oid, { by: 0.01, none: [-10000, -100, -1] })
const es = `${fsNode}.2.1.45.1`

/** Ruijie's software: the tables of ruijieMgmt (RUIJIE-SMI) below `root`. Each brand has another root. */
function ruijieOs(id: string, maker: string, root: string) {
  const rg = `${root}.1.1.10.2`
  const rgOptic = `${rg}.105.1.1.1`
  return {
    id,
    cli,
    modules: [
      systemInfo({ vendor: maker }),
      ownResources({
        cpu: {
          sec5: integer(`${rg}.36.1.2.1.3`),
          min1: integer(`${rg}.36.1.2.1.4`),
          min5: integer(`${rg}.36.1.2.1.5`),
        },
        memory: {
          util: integer(`${rg}.35.1.2.1.3`),
          total: kilobytes(`${rg}.35.1.2.1.6`),
          used: kilobytes(`${rg}.35.1.2.1.7`),
          free: kilobytes(`${rg}.35.1.2.1.8`),
        },
      }),
      temperatureTable({
        name: text(`${rg}.1.1.44.1.4`),
        value: integer(`${rg}.1.1.44.1.5`, { none: [-1] }),
      }),
      opticalTable({
        temp: integer(`${rgOptic}.17`, { none: [-1, -100] }),
        vcc: scaled(`${rgOptic}.19`, { by: 0.001, none: [-1, -100, 0] }),
        tx_bias: scaled(`${rgOptic}.21`, { by: 0.001, none: [-1, -100, 0] }),
        rx_power: power(`${rgOptic}.76`),
        tx_power: power(`${rgOptic}.81`),
      }),
      mediaTable({
        serial_num: text(`${rgOptic}.16`),
        _wave_length: integer(`${rgOptic}.5`, { none: [0, -1] }),
      }),
      sfpDiagnostics(),
      ...switchMibs(),
      ...ruijieChanges(),
    ],
  }
}

/** N and S58xx series with the software of Ruijie. */
export const dataCentre = ruijieOs('data-centre', vendor, fsNode)

/** The same software on switches with Ruijie's own name. */
export const ruijie = ruijieOs('ruijie', 'Ruijie', ruijieNode)

/** S3900 with the software of Edge-Core. Measured values are texts with units. */
export const s3900 = defineFamily({
  id: 's3900',
  cli,
  modules: [
    systemInfo({
      vendor,
      facts: { board_software_ver: text(`${es}.1.3.1.6.1`), serial_num: text(`${es}.1.3.1.10.1`) },
    }),
    ownResources({
      cpu: { util: integer(`${es}.39.2.1`) },
      memory: {
        total: kilobytes(`${es}.39.3.1`),
        used: kilobytes(`${es}.39.3.2`),
        free: kilobytes(`${es}.39.3.3`),
      },
    }),
    temperatureTable(
      { value: integer(`${es}.1.11.1.3`) },
      index => `Unit ${index.split('.')[0]} sensor ${index.split('.')[1]}`,
    ),
    opticalTable({
      temp: decimalText(`${es}.2.11.1.2`),
      vcc: decimalText(`${es}.2.11.1.3`),
      tx_bias: decimalText(`${es}.2.11.1.4`),
      tx_power: decimalText(`${es}.2.11.1.5`),
      rx_power: decimalText(`${es}.2.11.1.6`),
    }),
    ...switchMibs(),
  ],
})

/**
 * S2800 and S3800 with the software of GBN. The agent gives the idle share of the processor, and memory in
 * megabytes.
 */
export const gbn = defineFamily({
  id: 'gbn',
  cli,
  modules: [
    systemInfo({
      vendor,
      facts: {
        board_software_ver: text(`${gbnNode}.1.2.1.1.2.2.0`),
        serial_num: text(`${gbnNode}.1.2.1.1.2.19.0`),
      },
    }),
    ownResources({
      cpu: { util: map(integer(`${gbnNode}.1.2.1.1.2.11`), busy) },
      memory: {
        total: scaled(`${gbnNode}.1.2.1.1.2.12`, { by: 2 ** 20, none: [0] }),
        free: scaled(`${gbnNode}.1.2.1.1.2.13`, { by: 2 ** 20 }),
      },
    }),
    ...switchMibs(),
  ],
})

/** S5800 with FSOS. The agent gives the idle share of the processor, and memory in kilobytes. */
export const fsos = defineFamily({
  id: 'fsos',
  cli,
  modules: [
    systemInfo({
      vendor,
      facts: {
        board_software_ver: text(`${fsosNode}.1.3.5.0`),
        serial_num: text(`${fsosNode}.37.1.5.1.10.1.1`),
      },
    }),
    ownResources({
      cpu: { util: map(integer(`${fsosNode}.1.2.11`), busy) },
      memory: {
        total: kilobytes(`${fsosNode}.1.1.5`),
        free: kilobytes(`${fsosNode}.1.1.11`),
        used: kilobytes(`${fsosNode}.1.1.12`),
      },
    }),
    ...switchMibs(),
  ],
})

/** S3400 and S3900-R with the software of BDCOM, and all other products. */
export const standard = defineFamily({
  id: 'standard',
  cli,
  modules: [systemInfo({ vendor }), ...switchMibs()],
})
