import type { Finding, Package, Repository } from '../repository.ts'

function checkPlugin(pack: Package): Finding[] {
  const file = `${pack.folder}/src/index.ts`
  const index = pack.files.get(file) ?? ''
  const has = (name: string) =>
    pack.names.some(path => path === `${pack.folder}/${name}` || path.startsWith(`${pack.folder}/${name}/`))
  return [
    ...(/export default definePlugin\(/.test(index)
      ? []
      : [
          {
            file,
            message: 'must be one `export default definePlugin({...})`: the table of contents of the plugin',
          },
        ]),
    ...['README.md', ...(/^  config\b/m.test(index) ? ['src/config.ts'] : []), 'test']
      .filter(name => !has(name))
      .map(name => ({ file: pack.folder, message: `a plugin needs ${name}` })),
    ...(index.includes('routes') && !has('src/permissions.ts') && !has('src/routes.ts') && !has('src/routes')
      ? [{ file: pack.folder, message: 'routes live in src/routes.ts' }]
      : []),
  ]
}

function checkDriver(pack: Package): Finding[] {
  const needs = ['NOTES.md', 'src/index.ts', 'recordings', 'test/driver.test.ts']
  const missing = needs.filter(name => !pack.names.some(path => path.startsWith(`${pack.folder}/${name}`)))
  const index = pack.files.get(`${pack.folder}/src/index.ts`) ?? ''
  const sockets = [...pack.files].filter(([, text]) =>
    /from '(node:(net|dgram|http|https|tls|child_process)|net-snmp|ssh2)'/.test(text),
  )
  return [
    ...missing.map(name => ({ file: pack.folder, message: `a driver needs ${name}` })),
    ...(/export default defineDriver\(/.test(index)
      ? []
      : [
          {
            file: `${pack.folder}/src/index.ts`,
            message: 'must be one `export default defineDriver({...})`',
          },
        ]),
    ...sockets.map(([file]) => ({ file, message: 'a driver owns no sockets and starts no programs' })),
  ]
}

/** A package looks the same everywhere (design §1). */
export function checkAnatomy({ packages }: Repository): Finding[] {
  return packages.flatMap(pack =>
    pack.manifest.linecard?.kind === 'plugin'
      ? checkPlugin(pack)
      : pack.manifest.linecard?.kind === 'driver'
        ? checkDriver(pack)
        : [],
  )
}
