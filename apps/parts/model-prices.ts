/** Prices of a language model's tokens: configured for the operator's model, listed for those of providers. */

import type { TokenPrices } from '#contracts/ports/language-model.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { listPrice } from '#platform/models/prices.ts';
import type { ServiceConfiguration } from '../configuration.ts';

export function pricesOf(
  { id, provider, connection_id }: Pick<UsableModel, 'id' | 'provider' | 'connection_id'>,
  { model }: Pick<ServiceConfiguration, 'model'>,
): TokenPrices {
  return connection_id === null ? (model?.prices ?? NO_PRICES) : listPrice(provider, id);
}
