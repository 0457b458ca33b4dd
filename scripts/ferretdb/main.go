// FerretDB over SQLite on a free port of loopback, by FerretDB's own package for embedding it: its command does not build
// from the module alone, as version files that it wants are generated. Prints its address as one line, and ends when
// standard input does, so that it never outlives whoever started it.
//
//	ferretdb FOLDER
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	if len(os.Args) != 2 {
		fail("usage: ferretdb FOLDER")
	}
	server, err := ferretdb.New(&ferretdb.Config{
		Listener: ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Handler:  "sqlite",
		// Its data need not outlive the machine: a process that is killed loses none without flushing to the disk.
		SQLiteURL: "file:" + os.Args[1] + "/?_pragma=synchronous(off)",
		// Connections that end are warnings to it.
		Logger: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
	})
	if err != nil {
		fail(err)
	}
	fmt.Println(server.MongoDBURI())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	if err := server.Run(context.Background()); err != nil {
		fail(err)
	}
}

func fail(why any) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(1)
}
