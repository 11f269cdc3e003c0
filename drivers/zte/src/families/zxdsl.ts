import { defineFamily, implement, integer, readScalars, table } from '@linecard/driver-kit'
import { ifTable, systemInfo } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { zxdslCli } from '../cli.ts'
import { zte } from '../columns.ts'

const scalars = table({ celsius: integer(`${zte}.1004.3.1.2.1.0`) })

/** ZXDSL access nodes: lines, counters and the temperature of the shelf. */
export const zxdsl = defineFamily({
  id: 'zxdsl',
  cli: zxdslCli,
  modules: [
    systemInfo({ vendor: 'ZTE', noEntity: true }),
    ...ifTable(),
    implement(sysTemp, async session => {
      const { celsius } = await readScalars(session, scalars)
      const name = 'System'
      return {
        main: celsius,
        main_from: celsius === null ? null : name,
        cpu: null,
        board: null,
        sensors: celsius === null ? [] : [{ name, value: celsius }],
      }
    }),
  ],
})
