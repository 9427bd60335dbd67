import { type Program, startProgram } from '../tools/start-program.ts'

/** Nothing listens there: Atelier is measured, not a service. */
export const noService = 'http://127.0.0.1:9'

/** The browser host over this data folder, without a service unless one is named. */
export function startStudio(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
  service = noService,
): Promise<Program> {
  const args = ['main/hosts/start.mjs', '--browser', '--no-open', '--service', service, '--data', dataFolder]
  return startProgram(args, { isReady: (line) => line.startsWith('Atelier: http'), env })
}

/** The studio's address with its token. */
export function addressOf(studio: Program): string {
  return studio.ready.replace('Atelier: ', '')
}
