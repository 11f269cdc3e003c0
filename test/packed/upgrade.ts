import { readFile, writeFile } from 'node:fs/promises'
import type { Client } from './client.ts'
import type { Folder } from './folder.ts'
import { storedIn } from './service.ts'
import { must, step } from './steps.ts'

const more = `  {
    name: 'places/0002_note',
    up: 'alter table places_place add column note text',
    down: 'alter table places_place drop column note',
  },
]
`

/** Starts the installation, and looks for what was stored in it before. */
async function findsStored(installation: Folder, client: Client, path: string): Promise<void> {
  const place = await storedIn<{ room: string }>(installation, client, path)
  must(place.room === 'attic', JSON.stringify(place))
}

/**
 * A newer version of a package migrates what the one before has stored. The one before refuses to start on
 * it, and changes nothing. `migrations`: the file of the author's package, which is linked.
 */
export async function upgrade(
  installation: Folder,
  client: Client,
  { migrations, path }: { migrations: string; path: string },
): Promise<void> {
  const older = await readFile(migrations, 'utf8')
  await step(
    'a newer version of a plugin: its tables are migrated, and what was stored is there',
    async () => {
      await writeFile(migrations, older.replace(/\n\]\n$/, `\n${more}`))
      await findsStored(installation, client, path)
    },
  )
  await step(
    'the version before is refused on them, with a sentence',
    async () => {
      await writeFile(migrations, older)
      const { code, text } = await installation.run('node_modules/.bin/linecard', ['start'])
      must(code === 1 && /newer version of places, with places\/0002_note/.test(text), `${code}: ${text}`)
      return /^linecard: .*$/m.exec(text)?.[0] ?? text
    },
    text => text.slice(0, 100),
  )
  await step('nothing was changed by it: the newer version finds what was stored', async () => {
    await writeFile(migrations, older.replace(/\n\]\n$/, `\n${more}`))
    await findsStored(installation, client, path)
  })
}
