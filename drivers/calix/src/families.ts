import { defineFamily, text } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { axosModules } from './axos.ts'
import { exaModules } from './exa.ts'
import { axosCli } from './cli.ts'
import { axos, e7 } from './nodes.ts'
import { occamModules } from './occam.ts'

const vendor = 'Calix'

export const axosFamily = defineFamily({
  id: 'axos',
  modules: [
    systemInfo({ vendor, noEntity: true, facts: { serial_num: text(`${axos}.2.5.10.0`) } }),
    ...axosModules,
  ],
  cli: axosCli,
})
export const exaFamily = defineFamily({
  id: 'exa',
  modules: [
    systemInfo({ vendor, noEntity: true, facts: { serial_num: text(`${e7}.2.1.7.10.0`) } }),
    ...exaModules,
  ],
})
export const occamFamily = defineFamily({ id: 'occam', modules: occamModules })
