import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const core = join(import.meta.dirname, '../../core')

/** What authors import: from the name of each entry of both kits to its source. */
const entries = new Map(
  ['driver-kit', 'plugin-kit'].flatMap(kit => {
    const { name, exports } = JSON.parse(readFileSync(join(core, kit, 'package.json'), 'utf8'))
    return Object.entries(exports).map(([path, { source }]) => [join(name, path), join(kit, source)])
  }),
)

/** TypeDoc calls modules by the path of their source. */
function nameEntries(app) {
  const names = new Map([...entries].map(([name, file]) => [file.replace(/(\/index)?\.ts$/, ''), name]))
  app.converter.on('resolveBegin', ({ project }) => {
    for (const module of project.children) module.name = names.get(module.name)
  })
}

export default {
  name: 'Linecard: kits for drivers and plugins',
  tsconfig: join(import.meta.dirname, 'tsconfig.json'),
  entryPoints: [...entries.values()].map(file => join(core, file)),
  plugin: [nameEntries],
  displayBasePath: core,
  out: join(import.meta.dirname, 'dist/kits'),
  readme: 'none',
  excludeInternal: true,
  excludeExternals: true,
  disableSources: true,
  requiredToBeDocumented: ['Variable', 'Function', 'Class', 'Interface', 'TypeAlias', 'Accessor'],
  packagesRequiringDocumentation: ['@linecard/driver-kit', '@linecard/plugin-kit'],
  treatWarningsAsErrors: true,
  validation: { invalidLink: true, notDocumented: true, notExported: false },
}
