/** Projects: groups of an organization's keys, whose usage is reported separately. */
import { z } from 'zod';
import { DateTime, Id, record } from './common.ts';
import { model, str } from './fields.ts';

export const ProjectCreateRequest = model('ProjectCreateRequest', { name: str({ min: 2, max: 160 }) });
export type ProjectCreateRequest = z.infer<typeof ProjectCreateRequest>;

export const ProjectRecord = record('Project', {
  id: Id,
  organization_id: Id,
  name: z.string(),
  created_at: DateTime,
});
export type ProjectRecord = z.infer<typeof ProjectRecord>;
