import { forgetSecrets } from '@linecard/kernel'
import { commandBoot, configFileOf } from '../tools.ts'
import type { CliCommand } from '../command.ts'

const forget: CliCommand = {
  name: 'vault:forget',
  summary:
    'Lists the secrets whose vault key is lost, and with --yes removes them so that the service starts',
  options: { '--yes': 'removes them; stop the service before' },
  async run(tools, _args, { yes }) {
    const apply = yes === true
    const lost = await forgetSecrets(commandBoot(configFileOf(tools.configFile)), apply)
    tools.print(lost, {
      What: (row: (typeof lost)[number]) => row.what,
      Name: (row: (typeof lost)[number]) => row.name,
      Key: (row: (typeof lost)[number]) => row.key,
    })
    if (apply)
      tools.remark(`${lost.length} secrets removed: enter them again, people set up two-factor again`)
    else if (lost.length > 0)
      tools.remark('nothing was changed: restore vault.key from a backup, or remove these secrets with --yes')
    else
      tools.remark('nothing was changed; if the service refuses its vault key, --yes makes it take this one')
  },
}

export const vaultCommands = [forget]
