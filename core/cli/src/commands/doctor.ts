import { examine } from '@linecard/kernel'
import type { Finding } from '@linecard/plugin-kit/doctor'
import { CommandError, type CliCommand } from '../command.ts'
import { isAlive } from '../socket/server.ts'
import { lookAt } from '../socket/place.ts'
import { configFileOf } from '../tools.ts'

/** Whether a service of this data folder takes commands. */
const serviceRuns = async (dataDir: string): Promise<boolean> => {
  const found = lookAt(dataDir)
  return found !== null && found.distrust === null && isAlive(found.path)
}

const lineOf = ({ check, state, found, advice }: Finding): string =>
  `${state.padEnd(4)}  ${check}: ${found}${advice === null ? '' : `. What to do: ${advice}`}`

export const doctorCommand: CliCommand = {
  name: 'doctor',
  summary: 'Looks at configuration, database, folders, ports and programs, and says what to do',
  async run(tools) {
    const findings = await examine({
      configFile: configFileOf(tools.configFile),
      env: process.env,
      lookIn: [import.meta.dirname],
      serviceRuns,
    })
    tools.print(tools.format === 'table' ? findings.map(lineOf) : findings)
    const failed = findings.filter(({ state }) => state === 'fail').length
    if (failed > 0) throw new CommandError(`${failed} of ${findings.length} checks failed`)
  },
}
