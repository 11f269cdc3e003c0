import { defineFamily } from '@linecard/driver-kit'
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
import { fsNode, fsosTables, gbnTables, ruijieNode, ruijieTables, s3900Tables } from './tables.ts'

const vendor = 'FS'

const cli = industryCli()

/** Ruijie's software: its tables are below the `root` of the brand. */
function ruijieOs(id: string, maker: string, root: string) {
  const tables = ruijieTables(root)
  return {
    id,
    cli,
    modules: [
      systemInfo({ vendor: maker }),
      ownResources(tables.resources),
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

/** S5800 with FSOS. */
export const fsos = defineFamily({
  id: 'fsos',
  cli,
  modules: [
    systemInfo({ vendor, facts: fsosTables.facts }),
    ownResources(fsosTables.resources),
    ...switchMibs(),
  ],
})

/** S3400 and S3900-R with the software of BDCOM, and all other products. */
export const standard = defineFamily({
  id: 'standard',
  cli,
  modules: [systemInfo({ vendor }), ...switchMibs()],
})
