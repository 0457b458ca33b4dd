/** The commands about the audit trail. */
import type { Command } from 'commander';
import { exportAudit, verifyAudit } from './commands/audit.ts';
import type { CommandContext } from './context.ts';

export function addAuditCommands(evidence: Command, context: CommandContext): void {
  const audit = evidence.command('audit').description('who did what: a chain of records for each organization');
  audit
    .command('export <FILE>')
    .description('check the chains against the event log and write them to a file, with a signed checkpoint')
    .option('--organization <ID>', 'only the records of this organization')
    .option('--json', 'the outcome as JSON')
    .action((file, options) => exportAudit(file, options, context));
  audit
    .command('verify <FILE>')
    .description(
      'find the first record of an export that was changed, dropped, reordered, inserted or cut off; offline',
    )
    .option('--public-key <HEX>', 'the key that must have signed it; without it, nothing tells who did')
    .option(
      '--earlier <FILE>',
      'an earlier export, or a saved response of GET …/audit-events: all its records must still be there',
    )
    .option('--json', 'the outcome as JSON')
    .action((file, options) => verifyAudit(file, options, context));
}
