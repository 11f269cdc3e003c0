import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Installs the tools of a few tests, which lie in a folder with a lock of their own. Called before `suite()`.
 *
 * @returns Why they cannot be had here: no registry answers. Null: they are installed
 * @throws Error if the installation fails for another reason
 */
export async function missingTools(folder: string): Promise<string | null> {
  // The script is plain JavaScript, for the first installation on any Node.
  const { install } = (await import(join(root, 'tools/install/install.mjs'))) as {
    install(folder: string): Promise<void>
  }
  try {
    await install(join(root, folder))
    return null
  } catch (error) {
    const { isOffline, message } = error as Error & { isOffline?: boolean }
    if (!isOffline) throw error
    return `${message}: no registry answers`
  }
}
