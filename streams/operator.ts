/** The operator's own organization, which the first start of a deployment creates. */
import type { UniqueValues } from '#contracts/ports/unique-values.ts';

const NAMESPACE = 'bootstrap';
/** Reserves the id of the organization, so that the next start completes a bootstrap that a crash interrupted. */
const VALUE = 'bootstrap-organization';

export interface Operator {
  organization_id: string;
  /** The owner: user of the bootstrap key. */
  user_id: string;
}

/** Reserves the organization's id; a later call returns the same, whatever `organizationId` is. */
export async function reserveOperator(
  uniqueValues: Pick<UniqueValues, 'reserve'>,
  organizationId: string,
): Promise<Operator> {
  return operatorWith(await uniqueValues.reserve(NAMESPACE, VALUE, organizationId));
}

/** null before the first start. */
export async function operatorOf(uniqueValues: Pick<UniqueValues, 'owner'>): Promise<Operator | null> {
  const organizationId = await uniqueValues.owner(NAMESPACE, VALUE);
  return organizationId === null ? null : operatorWith(organizationId);
}

function operatorWith(organizationId: string): Operator {
  return { organization_id: organizationId, user_id: `usr_${organizationId.slice('org_'.length)}` };
}
