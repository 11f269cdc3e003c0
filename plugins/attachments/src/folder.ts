import { join } from 'node:path'
import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'

/** Folder of local files and of uploads that are under way. */
export const folderOf = (ctx: Context<Config>): string => ctx.config.folder || ctx.folder

export const filesOf = (folder: string): string => join(folder, 'files')
export const arrivingOf = (folder: string): string => join(folder, 'arriving')
