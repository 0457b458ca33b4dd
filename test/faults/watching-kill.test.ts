/** A verification that is begun, watched and cancelled by code survives the death of its process, on the servers. */
import { groundOn, newDeployment } from '#test/support/ground/distributed.ts';
import { startServers } from '#test/support/servers/all.ts';
import { testKilled } from '#test/support/service/killed-begun.ts';

testKilled(['begin', 'judge', 'cancel'], async (context) => {
  const servers = await startServers(context, new AsyncDisposableStack());
  if (servers === null) return null;
  const environment = newDeployment(servers);
  return { environment, ground: groundOn(servers, environment) };
});
