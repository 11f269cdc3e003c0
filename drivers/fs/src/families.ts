import { defineFamily } from '@linecard/driver-kit'
import {
  mediaTable,
  opticalTable,
  ownResources,
  sfpDiagnostics,
  switchMibs,
  systemInfo,
  temperatureTable,
  withFans,
} from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'
import { bdcom } from './bdcom.ts'
import { centec } from './centec.ts'
import { ruijieChanges } from './changes.ts'
import { fsNode, fsosNode, gbnTables, ruijieNode, ruijieTables, s3900Tables } from './tables.ts'

const vendor = 'FS'

const cli = industryCli()

/** `Fan 2`, in a stack `Device 2 fan 1`: the index has device and fan first. */
const fanName = (index: string): string => {
  const [device, fan] = index.split('.')
  return device === '1' ? `Fan ${fan}` : `Device ${device} fan ${fan}`
}

/** Ruijie's software: its tables are below the `root` of the brand. */
function ruijieOs(id: string, maker: string, root: string) {
  const tables = ruijieTables(root)
  return {
    id,
    cli,
    modules: [
      systemInfo({ vendor: maker }),
      withFans(ownResources(tables.resources), tables.fans, fanName),
      temperatureTable(tables.temperatures),
      opticalTable(tables.optics),
      mediaTable(tables.media),
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

/** S3900 with the software of Edge-Core. */
export const s3900 = defineFamily({
  id: 's3900',
  cli,
  modules: [
    systemInfo({ vendor, facts: s3900Tables.facts }),
    ownResources(s3900Tables.resources),
    temperatureTable(
      s3900Tables.temperatures,
      index => `Unit ${index.split('.')[0]} sensor ${index.split('.')[1]}`,
    ),
    opticalTable(s3900Tables.optics),
    ...switchMibs(),
  ],
})

/** S2800 and S3800 with the software of GBN. */
export const gbn = defineFamily({
  id: 'gbn',
  cli,
  modules: [
    systemInfo({ vendor, facts: gbnTables.facts }),
    ownResources(gbnTables.resources),
    ...switchMibs(),
  ],
})

/** Centec's software: its objects are below the `root` of the brand. */
function centecOs(id: string, root: string) {
  const { facts, modules } = centec(root)
  return defineFamily({
    id,
    cli,
    modules: [systemInfo({ vendor, facts }), ...modules, sfpDiagnostics(), ...switchMibs()],
  })
}

/** S5800 with FSOS. */
export const fsos = centecOs('fsos', fsosNode)

/** S5850, S8050 and others that answer with FS's own number. */
export const centecOwn = centecOs('centec', `${fsNode}.1`)

/** S3400, S3900-R and IES5100 with the software of BDCOM. */
export const bdcomOwn = defineFamily({
  id: 'bdcom',
  cli,
  modules: [...bdcom, sfpDiagnostics(), ...switchMibs()],
})

/**
 * All other products: whose software it is shows in its objects. Centec's are asked first, then BDCOM's, then
 * the standard MIBs.
 */
export const standard = defineFamily({
  id: 'standard',
  cli,
  modules: [
    systemInfo({ vendor }),
    ...centec(`${fsNode}.1`).modules.map(first => {
      const second = bdcom.find(({ module }) => module.name === first.module.name)
      return { ...first, ...(second && { next: [{ ...second, source: 'BDCOM' }] }) }
    }),
    sfpDiagnostics(),
    ...switchMibs(),
  ],
})
