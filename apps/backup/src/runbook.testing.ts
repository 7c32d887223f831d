import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@escola/dev-services/project'

type Runbook = 'backup-and-restore' | 'upgrade' | 'without-docker'

/** Blocks of a section of a runbook that are in one language, one text for each. */
export function blocksOf(runbook: Runbook, title: string, language: 'sh' | 'ini' = 'sh'): string[] {
  const text = readFileSync(path.join(projectRoot, `infra/runbooks/${runbook}.md`), 'utf8')
  const section = text.split(/^## /m).find((each) => each.startsWith(`${title}\n`))
  return [...(section ?? '').matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (block) => block[1]!,
  )
}

/** Commands of a section of the runbook of backups. */
export const commandsOf = (title: string) => blocksOf('backup-and-restore', title)

const node = (file: string) => `exec "${process.execPath}" "${projectRoot}/${file}"`
const scripts = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')).scripts as Record<
  string,
  string
>

/** Runs a script of the project where it is called from, as pnpm does in the project's own folder. */
const pnpm = Object.entries(scripts)
  .filter(([, script]) => script.startsWith('node '))
  .map(([name, script]) => `${name}) shift; ${node(script.slice('node '.length))} "$@" ;;`)

/** Does on this machine what the containers of the compose stack would do: $VOLUME is their volume of files. */
const docker = [
  `"compose exec -T postgres sh -c "*) exec sh -c "\${!#}" ;;`,
  `"compose run --rm --no-deps -T --entrypoint tar worker -C /var/lib/escola/files "*) shift 10; exec tar -C "$VOLUME" "$@" ;;`,
  `"compose exec api-1 node "*) export FILES_DIR="$VOLUME"; shift 4; exec "${process.execPath}" "${projectRoot}/$1" "\${@:2}" ;;`,
  `"compose run --rm migrate") ${node('packages/db/src/commands/migrate.ts')} ;;`,
  `"compose run --rm migrate node "*) exec "${process.execPath}" "${projectRoot}/\${!#}" ;;`,
  `"compose up -d"*|"compose build") exit 0 ;;`,
]

/** Makes the programs in a folder that is searched first. */
export function makePrograms(folder: string): string {
  mkdirSync(folder)
  const write = (name: string, on: string, cases: string[]) => {
    const file = path.join(folder, name)
    writeFileSync(
      file,
      `#!/bin/bash\ncase "${on}" in\n${cases.join('\n')}\n*) echo "not known: $*" >&2; exit 9 ;;\nesac\n`,
    )
    chmodSync(file, 0o755)
  }
  write('pnpm', '$1', [...pnpm, 'run) shift; exec "$0" "$@" ;;'])
  // Releases and users of the machine stay as they are; what was asked for is noted where the commands run.
  for (const name of ['git', 'sudo']) write(name, '$*', [`*) echo "${name} $*" >> asked; exit 0 ;;`])
  write('docker', '$*', docker)
  return folder
}

export const runCommands = async (text: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> =>
  (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], { cwd, env })).stdout
