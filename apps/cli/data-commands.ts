/** The commands that copy all data: `evidence backup`, `restore` and `move`. */
import { type Command, Option } from 'commander';
import { backup, checkBackupFolder, restore } from './commands/backup.ts';
import type { CommandContext } from './context.ts';

export function addDataCommands(evidence: Command, context: CommandContext): void {
  addBackupCommands(evidence, context);
  addMoveCommand(evidence, context);
}

function addBackupCommands(evidence: Command, context: CommandContext): void {
  evidence
    .command('backup')
    .description('back the data folder up into a new folder in DIR, also while the service runs')
    .argument('<DIR>', 'where backups are kept')
    .option('--keep <N>', 'remove all but the newest N backups in DIR afterwards')
    .option('--with-master-key', 'with the file master-key: whoever has the backup can then read everything')
    .option('--json', 'the outcome as JSON')
    .action((folder, options) => backup(folder, options, context))
    .command('check <BACKUP>')
    .description('check files, databases, audit trail and a sample of replays of a backup, without changing it')
    .option('--json', 'the outcome as JSON')
    .action((folder, options) => checkBackupFolder(folder, options, context));
  evidence
    .command('restore <BACKUP>')
    .description('put a backup in the place of the data folder, which must be empty or missing')
    .option('--json', 'the outcome as JSON')
    .action((folder, options) => restore(folder, options, context));
}

function addMoveCommand(evidence: Command, context: CommandContext): void {
  evidence
    .command('move')
    .description('move the data folder to the servers of the distributed shape, or copy what they hold into one')
    .addOption(new Option('--to <SHAPE>', 'where to').choices(['distributed', 'embedded']).makeOptionMandatory())
    .option('--with-master-key', 'write the file master-key into the data folder: whoever has it can read everything')
    .option('--proof <FILE>', 'write count and hash of each stream to this file')
    .option('--json', 'the outcome as JSON')
    .action(async (options) => (await import('./commands/move.ts')).move(options, context));
}
