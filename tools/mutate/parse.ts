import { API } from 'typescript/unstable/sync'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import type { SourceFile } from 'typescript/unstable/ast'

const options = { noResolve: true, noLib: true, types: [], skipLibCheck: true }

/** Parses texts, without their imports and types. */
export function parseAll(texts: ReadonlyMap<string, string>): Map<string, SourceFile> {
  const files = [...texts.keys()].map(name => `/${name}`)
  const api = new API({
    cwd: '/',
    fs: createVirtualFileSystem({
      '/tsconfig.json': JSON.stringify({ compilerOptions: options, files }),
      ...Object.fromEntries([...texts].map(([name, text]) => [`/${name}`, text])),
    }),
  })
  try {
    const { program } = api.updateSnapshot({ openProjects: ['/tsconfig.json'] }).getProject('/tsconfig.json')!
    return new Map([...texts.keys()].map(name => [name, program.getSourceFile(`/${name}`)!]))
  } finally {
    api.close()
  }
}
